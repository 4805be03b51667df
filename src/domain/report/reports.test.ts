import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it, test } from 'vitest';
import { REPORTS, REPORT_FORMATS, reportAccepted } from './formats';
import { coverageOf, cut, failsGate, summaryOf, type CheckedDocument } from './report';
import { checked, context, denied, finding, target } from './testing/checked';

test('what does not ship is told, with what of it has ended, and never silent', () => {
  const written = (unshipped: CheckedDocument['unshipped']) =>
    REPORTS.text.write(checked([], { unshipped }), context);
  expect(written(undefined)).not.toContain('development');
  expect(written({ components: 1, ended: [], ended_total: 0 })).toContain(
    '1 component is for development alone and not judged.\n',
  );
  const ended = Array.from({ length: 11 }, (_, index) => ({
    ...{ product_name: 'Django', cycle: String(index) },
  }));
  const many = { components: 214, ended, ended_total: 12 };
  expect(written(many)).toContain(
    '214 components are for development alone and not judged. Ended there: Django 0, Django 1,',
  );
  expect(written(many)).toContain('Django 9 and 2 more.\n');
  expect(REPORTS.markdown.write(checked([], { unshipped: many }), context)).toContain('Django 9');
});

test('packages that a policy judges are results with their degree, and say what to use', () => {
  const judged = {
    ...{ name: 'old', version: '1.0.0', purl: 'pkg:npm/old@1.0.0', degree: 'registry' as const },
    ...{ kind: 'deprecated' as const, successor: 'newer', message: 'old 1.0.0 is denied.' },
  };
  const policy = {
    ...{ action: 'DENY' as const, violations: [], waiver_url: 'https://e.example/waivers/new' },
    packages: [{ ...judged, action: 'DENY' as const }],
    waived_packages: [{ ...judged, degree: 'stale' as const, kind: null, message: 'Waived.' }],
  };
  const document = checked([], { policy });
  const text = REPORTS.text.write(document, context);
  expect(text).toContain('use newer, which its maintainer names');
  expect(text).toContain('?product=pkg%3Anpm%2Fold&cycle=1.0.0');
  expect(text).toContain('Denied: 1 denied, 0 warned of, 1 waived');
  const sarif: unknown = JSON.parse(REPORTS.sarif.write(document, context));
  expect(sarif).toMatchObject({
    runs: [
      {
        results: [
          {
            ...{ ruleId: 'registry/pkg-npm-old/1.0.0', level: 'error' },
            properties: { evidence_degree: 'registry' },
          },
        ],
      },
    ],
  });
  expect(REPORTS.junit.write(document, context)).toContain('tests="3" failures="1"');
  expect(JSON.parse(REPORTS['gitlab-code-quality'].write(document, context))).toMatchObject([
    { check_name: 'registry/pkg-npm-old/1.0.0', severity: 'critical' },
  ]);
});

describe('SARIF', () => {
  const read = (document: CheckedDocument) =>
    JSON.parse(REPORTS.sarif.write(document, context)) as Sarif;

  interface Sarif {
    runs: [
      {
        tool: { driver: { rules: { id: string; properties: Record<string, unknown> }[] } };
        automationDetails: { id: string };
        invocations: [{ toolExecutionNotifications: { message: { text: string } }[] }];
        results: {
          ruleId: string;
          ruleIndex: number;
          level: string;
          message: { text: string };
          locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
          partialFingerprints: Record<string, string>;
        }[];
      },
    ];
  }

  it('tells denials, warnings, what ended without a policy and what ends soon apart', () => {
    const [run] = read(denied).runs;
    expect(run.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['eol/node.js/16', 'error'],
      ['eol/redis/7', 'warning'],
      ['eol/django/3.2', 'warning'],
      ['eol/rust/1.70', 'warning'],
      ['eol/perl/5.36', 'note'],
    ]);
    for (const { ruleId, ruleIndex } of run.results)
      expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(run.results[0]?.message.text).toBe(
      'Node.js 16 is denied.\nnode.js 16.1\nMove to 22 (Jod) (LTS), supported until 2027-04-30.',
    );
    expect(run.results[3]?.message.text).toContain(
      'Rust 1.70 has ended on an unknown day (estimated from 1.71).',
    );
    expect(run.automationDetails.id).toBe('eventide/shop/');
  });

  it('says once that a cycle to move to is of long-term support', () => {
    const advice = { target: { ...target, label: '5.2 (LTS)' }, smallest: null, older: null };
    const text = REPORTS.text.write(checked([finding('Django', '3.2', { advice })]), context);
    expect(text).toContain('move to 5.2 (LTS), supported until 2027-04-30');
  });

  it('says what is not known beside the results', () => {
    const [run] = read(denied).runs;
    expect(
      run.invocations[0].toolExecutionNotifications.map(({ message }) => message.text),
    ).toEqual([
      'Denied: 1 denied, 1 warned of, 2 ended without a policy, 1 ending within 6 months, 75 % of 4 components known.',
      '1 component is not matched: neither supported nor ended.',
    ]);
  });

  it('has one rule for a cycle that was found in two ways, and a result for each', () => {
    const [run] = read(
      checked([finding('Django', '3.2'), finding('Django', '3.2', { artifact_type: 'deb' })]),
    ).runs;
    expect(run.tool.driver.rules).toHaveLength(1);
    expect(
      new Set(run.results.map((one) => one.partialFingerprints.primaryLocationLineHash)).size,
    ).toBe(2);
  });

  it.each([
    ['shop:2.4.1', 'shop', null, null, 'shop'],
    ['com.acme:api', 'com.acme:api', null, null, 'com.acme:api'],
    ['com.acme:web:2.4.1', 'com.acme:web', null, null, 'com.acme:web'],
    ['C:\\src', 'C:\\src', null, null, 'C:\\src'],
    ['r.example:5000/shop:2.4.1', 'r.example:5000/shop', 'pay', null, 'pay/r.example:5000/shop'],
    ['shop:2.4.1', 'shop', 'pay', 'alpine', 'pay/shop/alpine'],
  ])('names %s, called %s, of project %s and category %s in each build alike', (...named) => {
    const [subject, name, project, category, lasting] = named;
    const given = { ...context, subject, name, project, category };
    const [run] = (JSON.parse(REPORTS.sarif.write(denied, given)) as Sarif).runs;
    expect(run.automationDetails.id).toBe(`eventide/${lasting}/`);
    const hash = `${lasting}:eol/node.js/16:python`;
    expect(run.results[0]?.partialFingerprints).toEqual({ primaryLocationLineHash: hash });
    const [issue] = JSON.parse(REPORTS['gitlab-code-quality'].write(denied, given)) as object[];
    expect(issue).toMatchObject({ fingerprint: hash });
  });

  it('names the same finding alike whatever else was found', () => {
    const hash = (document: CheckedDocument) =>
      read(document).runs[0].results.find(({ ruleId }) => ruleId === 'eol/django/3.2')
        ?.partialFingerprints;
    expect(hash(checked([finding('Django', '3.2')]))).toEqual(hash(denied));
  });
});

describe('GitLab', () => {
  it('is given code quality with what it requires of each entry', () => {
    expect(JSON.parse(REPORTS['gitlab-code-quality'].write(denied, context))).toMatchObject([
      {
        ...{ check_name: 'eol/node.js/16', severity: 'critical' },
        description: 'Node.js 16 is denied. — move to 22 (Jod) (LTS), supported until 2027-04-30',
        location: { path: 'Dockerfile', lines: { begin: 1 } },
        fingerprint: 'shop:eol/node.js/16:python',
      },
      { severity: 'major' },
      { severity: 'major' },
      { severity: 'major' },
      { severity: 'minor' },
    ]);
  });

  it('is given dependency scanning 15.1.0 with times without a zone', () => {
    const tool = {
      id: 'eventide',
      name: 'Eventide',
      version: '1.2.3',
      vendor: { name: 'Eventide' },
    };
    expect(JSON.parse(REPORTS['gitlab-dependency-scanning'].write(denied, context))).toMatchObject({
      version: '15.1.0',
      scan: {
        ...{ type: 'dependency_scanning', status: 'success', analyzer: tool, scanner: tool },
        ...{ start_time: '2026-11-23T12:00:00', end_time: '2026-11-23T12:00:00' },
      },
      vulnerabilities: [
        {
          ...{ severity: 'High', name: 'Node.js 16 ended on 2024-04-01' },
          identifiers: [{ type: 'eol', name: 'EOL Node.js 16', value: 'eol/node.js/16' }],
          location: {
            file: 'Dockerfile',
            dependency: { package: { name: 'node.js' }, version: '16.1' },
          },
        },
        ...['Medium', 'Medium', 'Medium', 'Low'].map((severity) => ({ severity })),
      ],
    });
  });
});

/** The elements of a document by their names, with attributes. */
function elementsOf(xml: string) {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes }));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return (name: string) => found.filter((one) => one.name === name).map((one) => one.attributes);
}

describe('JUnit', () => {
  it('fails denials alone, and passes nothing that is not known', () => {
    const elements = elementsOf(REPORTS.junit.write(denied, context));
    expect(elements('testsuite')).toEqual([
      {
        ...{ name: 'shop:2.4.1', timestamp: '2026-11-23T12:00:00' },
        ...{ tests: '7', failures: '1', errors: '0', skipped: '2' },
      },
    ]);
    expect(elements('failure')).toEqual([{ type: 'deny', message: 'Node.js 16 is denied.' }]);
    expect(elements('skipped').map(({ message }) => message)).toEqual([
      'Zsh 5 has no known end',
      '1 component is not matched: neither supported nor ended.',
    ]);
    expect(elements('testcase')).toHaveLength(7);
  });

  it('is XML whatever the names of packages are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const xml = REPORTS.junit.write(checked([finding(name, '1')]), {
          ...context,
          ...{ subject: name, name },
        });
        expect(elementsOf(xml)('testcase')).toHaveLength(2);
      }),
    );
  });
});

test('the table has the heaviest first, in columns, and a summary', () => {
  const [subject, , head, ...rows] = REPORTS.text.write(denied, context).split('\n');
  expect(subject).toBe('shop:2.4.1');
  expect(head).toMatch(/^ +Software +End of life +Found as +What to do$/);
  expect(rows.slice(0, 5).map((row) => row.slice(0, head?.indexOf('End')).trim())).toEqual([
    'DENIED  Node.js 16',
    'WARNED  Redis 7',
    'ended   Django 3.2',
    'ended   Rust 1.70',
    'soon    Perl 5.36',
  ]);
  expect(rows.at(-4)).toMatch(/^Denied: 1 denied/);
  expect(rows.at(-2)).toBe(
    'Node.js 16 is denied. Move to 22 (Jod) (LTS), supported until 2027-04-30.',
  );
});

test('a terminal is never steered by a name', () => {
  const text = REPORTS.text.write(checked([finding('\u001B[31mred\u202E', '1')]), context);
  expect(text).not.toMatch(/[\u001B\u202E]/);
});

test('Markdown takes no name for markup, and stays one row a finding', () => {
  const name = '<img src=x onerror=alert(1)> | [click](javascript:1) @all\n# title';
  const markdown = REPORTS.markdown.write(checked([finding(name, '1')]), context);
  const rows = markdown.split('\n').filter((line) => line.startsWith('| ended'));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.match(/(?<!&#\d*)\|/g)).toHaveLength(6);
  expect(markdown).not.toMatch(/<img|\]\(javascript|@all|^# title/m);
});

test('Markdown lists a hundred and says how many more there are', () => {
  const many = Array.from({ length: 130 }, (_, index) => finding('Django', String(index)));
  const markdown = REPORTS.markdown.write(checked(many), context);
  expect(markdown.match(/^\| ended/gm)).toHaveLength(100);
  expect(markdown).toContain('30 more are not listed.');
});

test('what is not known is named, a few in texts and each in JUnit, whatever it is called', () => {
  const unknown_components = Array.from({ length: 12 }, (_, index) => ({
    ...{ name: `ours<${String(index)}>`, version: index === 0 ? '' : '1' },
  }));
  const some = checked([], {
    coverage: { components: 20, matched: 0, distribution: 0, unknown: 20 },
    unknown_components,
  });
  expect(REPORTS.text.write(some, context)).toContain('Not matched: ours<0>, ours<1> 1, ours<2> 1');
  expect(REPORTS.text.write(some, context)).toContain('and 10 more');
  expect(REPORTS.markdown.write(some, context)).not.toContain('ours<');
  const skipped = elementsOf(REPORTS.junit.write(some, context));
  expect(skipped('testsuite')[0]).toMatchObject({ tests: '13', skipped: '13', failures: '0' });
  expect(skipped('testcase').map(({ name }) => name)).toContain('ours<11> 1');
});

test('nothing found is a pass that says how much is known', () => {
  const none = checked([], {
    coverage: { components: 3, matched: 0, distribution: 0, unknown: 3 },
  });
  expect(summaryOf(none)).toContain('0 % of 3 components known');
  for (const format of ['text', 'markdown', 'junit'] as const)
    expect(REPORTS[format].write(none, context)).toContain('3 components are not matched');
});

test.each([
  [{ components: 0, matched: 0, distribution: 0, unknown: 0 }, 0, 100],
  [{ components: 3, matched: 1, distribution: 1, unknown: 1 }, 0, 66],
  [{ components: 3, matched: 3, distribution: 0, unknown: 0 }, 1, 75],
])('the coverage of %j with %i nameless entries is %i %%', (coverage, unnamed, percent) => {
  const document = { unnamed, unversioned: 0, ranged: 0 };
  expect(coverageOf(checked([], { coverage, document }))).toBe(percent);
});

test('a document that lists nothing never passes without saying so', () => {
  const coverage = { components: 0, matched: 0, distribution: 0, unknown: 0 };
  const none = checked([], { coverage });
  expect(summaryOf(none)).toMatch(/^Passed: .*, no component listed\.$/);
  for (const format of ['text', 'markdown', 'junit', 'sarif'] as const) {
    expect(REPORTS[format].write(none, context)).toContain('nothing was judged');
  }
  expect(REPORTS.junit.write(none, context)).toContain('skipped="1"');
  const gated = { ...context, gate: { minCoverage: 1, failsOnWarning: false } };
  expect(failsGate(none, gated)).toBe(true);
  expect(summaryOf(none, gated)).toMatch(/^Denied/);
  expect(REPORTS.text.write(none, gated)).toContain('the document lists nothing');
  expect(failsGate(none, { ...context, gate: { minCoverage: 0, failsOnWarning: false } })).toBe(
    false,
  );
});

test('texts are cut between characters', () => {
  expect(cut('abcdef', 4)).toBe('abc…');
  expect(cut('ab😀cd', 4)).toBe('ab…');
  expect(cut('abcd', 4)).toBe('abcd');
});

test.each([
  [null, null],
  ['*/*', null],
  ['application/json', null],
  ['application/sarif+json', 'sarif'],
  ['text/markdown; charset=utf-8', 'markdown'],
  ['application/json, text/plain, */*', null],
  ['text/plain;q=0.1, application/xml', 'junit'],
  ['application/sarif+json;q=0', null],
  ['image/png', null],
])('Accept %j asks for %j', (accept, format) => {
  expect(reportAccepted(accept)).toBe(format);
});

test('every format is written of anything, deterministically', () => {
  for (const format of REPORT_FORMATS) {
    const { write } = REPORTS[format];
    expect(write(denied, context)).toBe(write(denied, context));
  }
});

test('where nobody knows what runs, each report for people says what that leaves undecided', () => {
  const policy = { action: 'ALLOW' as const, violations: [] };
  const asked = (runs: boolean | null) =>
    checked([], { policy: { ...policy, only_running: { policies: 2, runs } } });
  const words = '2 policies for what runs decided nothing.';
  for (const format of ['text', 'markdown', 'junit', 'sarif'] as const) {
    expect(REPORTS[format].write(asked(null), context)).toContain(words);
    expect(REPORTS[format].write(asked(false), context)).not.toContain('what runs');
  }
});
