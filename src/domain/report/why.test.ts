import { expect, test } from 'vitest';
import { REPORTS, REPORT_FORMATS } from './formats';
import { checked, context, finding } from './testing/checked';

test('every report leads to the page that says why, where the server names one', () => {
  const why = 'https://e.example/findings/01931c5f-0d4e-7a62-b3c5-91f2e7d8a604';
  const document = checked([finding('Django', '3.2', { why_url: why }), finding('Redis', '5')]);
  const lines = REPORTS.text.write(document, context).split('\n');
  expect(lines.find((line) => line.includes('Software'))).toMatch(/What to do {2}Why$/);
  expect(lines.find((line) => line.includes('Django'))?.endsWith(`  ${why}`)).toBe(true);
  expect(lines.find((line) => line.includes('Redis'))).not.toContain('http');
  expect(REPORTS.markdown.write(document, context)).toContain(`| [Django 3.2](${why}) |`);
  expect(JSON.parse(REPORTS.sarif.write(document, context))).toMatchObject({
    runs: [
      {
        results: [
          { hostedViewerUri: why, message: { text: expect.stringContaining(`\nWhy: ${why}`) } },
          { message: { text: expect.not.stringContaining('Why') } },
        ],
      },
    ],
  });
  expect(REPORTS.junit.write(document, context)).toContain(`&#10;Why: ${why}`);
  expect(JSON.parse(REPORTS['gitlab-code-quality'].write(document, context))).toMatchObject([
    { description: expect.stringContaining(`Why: ${why}`) },
    { description: expect.not.stringContaining('Why') },
  ]);
  const { vulnerabilities } = JSON.parse(
    REPORTS['gitlab-dependency-scanning'].write(document, context),
  ) as { vulnerabilities: { links?: unknown }[] };
  expect(vulnerabilities.map(({ links }) => links)).toEqual([
    [{ name: 'Why', url: why }],
    undefined,
  ]);
});

test('what is no address of the web leads nowhere', () => {
  for (const why of ['javascript:alert(1)', 'no address', 'data:text/html,x']) {
    const document = checked([finding('Django', '3.2', { why_url: why })]);
    for (const name of REPORT_FORMATS)
      expect(REPORTS[name].write(document, context)).not.toContain(why);
  }
  const ending = checked([finding('Django', '3.2', { why_url: 'https://e.example/a)b|c' })]);
  expect(REPORTS.markdown.write(ending, context)).toContain('(https://e.example/a%29b%7Cc) |');
});
