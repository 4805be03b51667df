import { describe, expect, it, test } from 'vitest';
import { REPORT_FORMATS, REPORTS } from './formats';
import { failsGate, summaryOf, type CheckedDocument, type GateDemands } from './report';

const AT = new Date('2026-11-23T12:00:00.500Z');
const context = { subject: 'shop', name: 'shop', location: 'Dockerfile', version: '1.2.3', at: AT };
const asked = (gate: GateDemands) => ({ ...context, gate });
const LITTLE = asked({ minCoverage: 51, failsOnWarning: false });
const ENOUGH = asked({ minCoverage: 50, failsOnWarning: false });
const STRICT = asked({ minCoverage: 0, failsOnWarning: true });

const warned: CheckedDocument = {
  ...{ as_of: '2026-11-23', eol: { low: 0, med: 0, high: 1 } },
  policy: {
    action: 'WARN',
    violations: [
      { action: 'WARN', product_name: 'Django', cycle: '3.2', message: 'Django 3.2 has ended.' },
    ],
  },
  document: { unnamed: 0, unversioned: 0, ranged: 0 },
  coverage: { components: 2, matched: 1, distribution: 0, unknown: 1 },
  unknown_components: [],
  findings: [
    {
      ...{ product_name: 'Django', cycle: '3.2', artifact_type: 'python' },
      ...{ eol_date: '2024-04-01', eol_date_known: true, state: 'ended', advice: null },
      ...{ packages: [], packages_total: 0 },
    },
  ],
  findings_total: 1,
};
const SAID = 'Denied: 50 % of the components are known, and 51 % have to be.';

describe('a gate that too little is known for', () => {
  it('fails a test of JUnit of its own', () => {
    const xml = REPORTS.junit.write(warned, LITTLE);
    expect(xml).toContain('<testsuites name="Eventide" tests="3" failures="1" errors="0"');
    expect(xml).toContain(
      `<testcase classname="eol" name="Components known"><failure type="coverage" message="${SAID}"/></testcase>`,
    );
  });

  it('is a result of SARIF with its rule, at the level of a denial', () => {
    const { runs } = JSON.parse(REPORTS.sarif.write(warned, LITTLE)) as Sarif;
    const [{ results, tool }] = runs;
    const found = results.find(({ ruleId }) => ruleId === 'coverage/too-little-known');
    expect(found).toMatchObject({ level: 'error', message: { text: SAID } });
    expect(tool.driver.rules[found?.ruleIndex ?? -1]?.id).toBe('coverage/too-little-known');
  });

  interface Sarif {
    runs: [
      {
        results: { ruleId: string; ruleIndex: number }[];
        tool: { driver: { rules: { id: string }[] } };
      },
    ];
  }

  it("is an issue of GitLab's code quality, and a message of its dependency scan", () => {
    expect(JSON.parse(REPORTS['gitlab-code-quality'].write(warned, LITTLE))).toContainEqual(
      expect.objectContaining({ description: SAID, severity: 'critical' }),
    );
    expect(JSON.parse(REPORTS['gitlab-dependency-scanning'].write(warned, LITTLE))).toMatchObject({
      scan: {
        messages: [
          { level: 'fatal', value: SAID },
          { level: 'info', value: expect.stringContaining('1 component is not matched') as string },
        ],
      },
    });
  });

  it('is said to people, under a summary that denies', () => {
    expect(summaryOf(warned, LITTLE)).toMatch(/^Denied: 0 denied, 1 warned of/);
    expect(REPORTS.text.write(warned, LITTLE)).toContain(`\n${SAID}\n`);
    expect(REPORTS.markdown.write(warned, LITTLE)).toContain('50 % of the components are known');
  });
});

test.each(REPORT_FORMATS)(
  '%s says nothing of it where enough is known, or no gate asks',
  (name) => {
    for (const one of [ENOUGH, context])
      expect(REPORTS[name].write(warned, one)).not.toMatch(
        /have to be|too-little-known|failures="1"/,
      );
  },
);

test('where warnings fail the gate, they fail in JUnit', () => {
  expect(REPORTS.junit.write(warned, STRICT)).toContain(
    '<failure type="warn" message="Django 3.2 has ended.">',
  );
  expect(summaryOf(warned, STRICT)).toMatch(/^Denied: /);
  expect([LITTLE, ENOUGH, STRICT, context].map((one) => failsGate(warned, one))).toEqual([
    ...[true, false, true, false],
  ]);
});
