import { expect, test } from 'vitest';
import { readIgnores, type IgnoreFile } from './read';

// In the shapes in which files of the wild come: what several paths ignore, groups beside `ignore`, ids with colons,
// instants in and out of quotes, the sections of Trivy's that are not of vulnerabilities, Windows' ends of lines.

function read(file: IgnoreFile, text: string) {
  const found = readIgnores(file, text);
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found.entries.map(({ id, endsOn, reason, fault }) => [id, endsOn, reason, fault !== null]);
}

test.each([
  ['2027-01-31', '2027-01-30'],
  ['2027-01-31T00:00:00.000Z', '2027-01-30'],
  ['2027-01-31T10:02:20Z', '2027-01-30'],
  ['2027-01-31 10:02', '2027-01-30'],
  ['2027-01-31T22:00:00-05:00', '2027-01-31'],
  ['2027-01-31T23:59:59Z', '2027-01-31'],
  ['2027-01-31T00:00:00+0200', '2027-01-29'],
  ['2027-01-31, at noon', '2027-01-30'],
  ['2027-02-30T00:00:00Z', null],
])('an entry that expires at %s holds through %s', (expires, endsOn) => {
  const snyk = `ignore: { EOL-a-1: [{ '*': { expires: "${expires}" } }] }`;
  expect(read('.snyk', snyk)[0]?.[1]).toBe(endsOn);
  const trivy = `vulnerabilities: [{ id: EOL-a-1, expired_at: "${expires}" }]`;
  expect(read('.trivyignore.yaml', trivy)[0]?.[1]).toBe(endsOn);
});

test('.snyk as its command writes it', () => {
  const text = `# Snyk (https://snyk.io) policy file, patches or ignores known vulnerabilities.
version: v1.25.0
# ignores vulnerabilities until expiry date; change duration by modifying expiry date
ignore:
  'npm:jquery:20170829':
    - jquery:
        reason: None given
        expires: '2027-12-18T10:02:20.175Z'
  SNYK-JS-LODASH-567746:
    - restify > lodash:
        reason: no patch
        expires: '2027-05-30T19:21:51.512Z'
    - restify > errors > lodash:
        reason: no patch
        expires: '2027-05-30T19:21:51.513Z'
  EOL-Node.js-16:
    - '*':
        reason: Moves with the spring release
        expires: 2027-01-31T00:00:00.000Z
        created: 2026-11-20T10:00:00.000Z
# patches apply the minimum changes required to fix a vulnerability
patch:
  SNYK-JS-LODASH-567746:
    - async > lodash:
        patched: '2020-04-24T16:00:02.676Z'
exclude:
  global:
    - "**/dist/**"
    - vendor:
        reason: not ours
cli:
  timeout: 5m
`;
  const entries = read('.snyk', text);
  expect(new Set(entries.map(([id]) => id))).toEqual(
    new Set(['npm:jquery:20170829', 'SNYK-JS-LODASH-567746', 'EOL-Node.js-16']),
  );
  expect(entries.at(-1)).toEqual([
    'EOL-Node.js-16',
    '2027-01-30',
    'Moves with the spring release',
    false,
  ]);
});

test('.snyk that ignores nothing', () => {
  expect(read('.snyk', 'version: v1.19.0\nignore: {}\npatch: {}\n')).toEqual([]);
});

test('.trivyignore with comments of every kind', () => {
  const text = [
    ...['# Format: CVE-YYYY-NNNN exp:2025-01-01 # until', '', 'CVE-2023-12345 # False positive'],
    ...['# reason No impact in our settings', '# until: 2027-01-22', 'CVE-2018-1461', ''],
    ...['AVD-AWS-0001', 'generic-unwanted-rule', 'EOL-Debian-Linux-11 exp:2027-01-31 # Waits', ''],
  ].join('\r\n');
  expect(read('.trivyignore', text)).toEqual([
    ['CVE-2023-12345', null, 'False positive', false],
    ['CVE-2018-1461', null, 'reason No impact in our settings\nuntil: 2027-01-22', false],
    ['AVD-AWS-0001', null, null, false],
    ['generic-unwanted-rule', null, null, false],
    ['EOL-Debian-Linux-11', '2027-01-30', 'Waits', false],
  ]);
});

test('.trivyignore.yaml with every section', () => {
  const text = `# what we accept
vulnerabilities:
  - id: CVE-2022-40897
    paths:
      - "usr/local/lib/python3.9/site-packages/setuptools-58.1.0.dist-info/METADATA"
    statement: Accept the risk
  - id: CVE-2023-2650
  - id: CVE-2023-3817
    purls:
      - "pkg:deb/debian/libssl1.1"
  - id: EOL-Python-3.8
    expired_at: 2027-02-28
    statement: >-
      The jobs move
      in spring
secrets:
  - id: aws-access-key-id
    paths: ["foo/bar/aws.secret"]
licenses:
  - id: GPL-3.0
`;
  const entries = read('.trivyignore.yaml', text);
  expect(entries.find(([id]) => id === 'EOL-Python-3.8')).toEqual([
    'EOL-Python-3.8',
    '2027-02-27',
    'The jobs move in spring',
    false,
  ]);
  expect(entries.map(([id]) => id)).toContain('CVE-2022-40897');
});
