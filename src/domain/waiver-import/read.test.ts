import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IGNORE_FILES, MAX_IGNORED, readIgnores, type IgnoreFile } from './read';

const entriesOf = (file: IgnoreFile, text: string) => {
  const read = readIgnores(file, text);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.entries;
};
const none = { endsOn: null, reason: null, fault: null };

describe('.trivyignore', () => {
  test('has an id a line, its end and, as comments, reasons', () => {
    const text = `# Accept the risk
CVE-2018-14618

# It moves in March
# The payment module follows
EOL-Debian-Linux-11 exp:2027-01-31
EOL-Node.js-16 # Behind a firewall
EOL-x-1 exp:soon
EOL-y-1 paths
`;
    expect(entriesOf('.trivyignore', text)).toEqual([
      { ...none, line: 2, id: 'CVE-2018-14618', reason: 'Accept the risk' },
      {
        ...{ line: 6, id: 'EOL-Debian-Linux-11', endsOn: '2027-01-30', fault: null },
        reason: 'It moves in March\nThe payment module follows',
      },
      { ...none, line: 7, id: 'EOL-Node.js-16', reason: 'Behind a firewall' },
      { ...none, line: 8, id: 'EOL-x-1', fault: 'what follows the id is not understood: exp:soon' },
      { ...none, line: 9, id: 'EOL-y-1', fault: 'what follows the id is not understood: paths' },
    ]);
  });
});

describe('.trivyignore.yaml', () => {
  test('has statements and ends; what is limited to a part is not understood', () => {
    const text = `vulnerabilities:
  - id: EOL-Debian-Linux-11
    expired_at: 2027-01-31
    statement: It moves in March
  - id: EOL-Node.js-16
    paths:
      - usr/bin
    purls: ["pkg:npm/x"]
  - id: EOL-x-1
    expired_at: soon
misconfigurations:
  - id: AVD-DS-0001
`;
    expect(entriesOf('.trivyignore.yaml', text)).toEqual([
      {
        ...{ line: 2, id: 'EOL-Debian-Linux-11', endsOn: '2027-01-30', fault: null },
        reason: 'It moves in March',
      },
      {
        ...{ ...none, line: 5, id: 'EOL-Node.js-16' },
        fault: 'is limited to paths and purls, which no waiver is',
      },
      { ...none, line: 9, id: 'EOL-x-1', fault: 'its end is not understood: soon' },
    ]);
  });
});

describe('.snyk', () => {
  test('has rules by path', () => {
    const text = `version: v1.25.0
ignore:
  EOL-Debian-Linux-11:
    - '*':
        reason: It moves in March
        expires: 2027-01-31T00:00:00.000Z
        created: 2026-11-20T00:00:00.000Z
  SNYK-JS-LODASH-567746:
    - 'lodash > x':
        reason: None given
patch: {}
`;
    expect(entriesOf('.snyk', text)).toEqual([
      {
        ...{ line: 4, id: 'EOL-Debian-Linux-11', endsOn: '2027-01-30', fault: null },
        reason: 'It moves in March',
      },
      {
        ...{ ...none, line: 9, id: 'SNYK-JS-LODASH-567746', reason: 'None given' },
        fault: 'is limited to a path, which no waiver is',
      },
    ]);
  });
});

test.each([
  ['.snyk', 'ignore: [1]'],
  ['.snyk', 'a: &a 1\nb: *a'],
  ['.trivyignore.yaml', 'vulnerabilities: 1'],
  ['.trivyignore.yaml', 'a: ['],
  ['.trivyignore', 'EOL-a-1\n'.repeat(MAX_IGNORED + 1)],
] as const)('%s that is no such file is refused: %#', (file, text) => {
  expect(readIgnores(file, text)).toHaveProperty('faults');
});

test('a file of nothing but entries is refused in no time', () => {
  const ids = Array.from({ length: 8_000 }, (_, at) => ` a${String(at)}: []\n`);
  const paths = Array.from({ length: 12_000 }, (_, at) => `b${String(at)}: {}`);
  const start = performance.now();
  const read = readIgnores('.snyk', `ignore:\n${ids.join('')} z:\n  - {${paths.join(',')}}\n`);
  expect(read).toHaveProperty('faults');
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('whatever a file says is read or refused', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json());
  fc.assert(
    fc.property(fc.constantFrom(...IGNORE_FILES), text, (file, content) => {
      const read = readIgnores(file, content);
      expect('entries' in read || read.faults.length > 0).toBe(true);
    }),
  );
});
