import { expect, test } from 'vitest';
import { REPORTS } from './formats';
import { checked, context, finding } from './testing/checked';

const known = checked([
  finding('Django', '3.2', { evidence: 'catalog' }),
  finding('Redis', '4.0', { evidence: 'inferred' }),
]);

test('every report says how well the end of each finding is known', () => {
  const lines = REPORTS.text.write(known, context).split('\n');
  expect(lines.find((line) => line.includes('Software'))).toMatch(/What to do {2}Evidence$/);
  expect(lines.find((line) => line.includes('Django'))).toMatch(/ {2}Catalog$/);
  expect(lines.find((line) => line.includes('Redis'))).toMatch(/ {2}Inferred$/);
  const markdown = REPORTS.markdown.write(known, context);
  expect(markdown).toContain('| What to do | Evidence |\n| --- | --- | --- | --- | --- | --- |');
  expect(markdown).toMatch(/^\| ended \| Django 3\.2 \|.*\| Catalog \|$/m);
  expect(REPORTS.junit.write(known, context)).toContain('&#10;Evidence: Inferred');
  expect(JSON.parse(REPORTS['gitlab-code-quality'].write(known, context))).toMatchObject([
    { description: expect.stringContaining('Evidence: Catalog') },
    { description: expect.stringContaining('Evidence: Inferred') },
  ]);
  expect(JSON.parse(REPORTS['gitlab-dependency-scanning'].write(known, context))).toMatchObject({
    vulnerabilities: [
      { description: expect.stringContaining('\nEvidence: Catalog') },
      { description: expect.stringContaining('\nEvidence: Inferred') },
    ],
  });
});

test('SARIF says it as a property, and of an estimate that it is of less precision', () => {
  expect(JSON.parse(REPORTS.sarif.write(known, context))).toMatchObject({
    runs: [
      {
        tool: {
          driver: {
            rules: [{ properties: { precision: 'high' } }, { properties: { precision: 'medium' } }],
          },
        },
        results: [
          { properties: { evidence_degree: 'catalog' } },
          {
            properties: { evidence_degree: 'inferred' },
            message: { text: expect.stringContaining('\nEvidence: Inferred') },
          },
        ],
      },
    ],
  });
});

test('of a server that does not say it, no report speaks of it', () => {
  const unsaid = checked([finding('Django', '3.2')]);
  for (const { write } of Object.values(REPORTS))
    expect(write(unsaid, context)).not.toMatch(/evidence/i);
});
