import { expect, test } from 'vitest';
import { REPORTS } from './formats';
import { checked, context, finding, target } from './testing/checked';

const message =
  'Node.js 14 is denied from 2026-07-01 on by the policy for Node.js up to 18: from its end.';
const advice = { target, smallest: null, older: null };
const node = { product_name: 'Node.js', cycle: '14', message };
const django = { product_name: 'Django', cycle: '3.2', message: 'Django 3.2 is denied.' };
const redis = { product_name: 'Redis', cycle: '5', message: 'Redis 5 is warned about.' };
const findings = [
  finding('Node.js', '14', { advice, evidence: 'catalog' }),
  finding('Node.js', '14', { advice, evidence: 'catalog', artifact_type: 'deb' }),
  finding('Django', '3.2', { evidence: 'catalog' }),
  finding('Redis', '5', { evidence: 'catalog' }),
];
const written = (waiver_url?: string) =>
  checked(findings, {
    policy: {
      action: 'DENY',
      violations: [
        { action: 'DENY', ...node },
        { action: 'DENY', ...django },
        { action: 'WARN', ...redis },
      ],
      ...(waiver_url !== undefined && { waiver_url }),
    },
  });

const MOVE = 'Move to 22 (Jod) (LTS), supported until 2027-04-30';

test('each denied software says once by what, what to move to, and where to ask for a waiver', () => {
  const lines = REPORTS.text.write(written('https://e.example/waivers/new'), context).split('\n');
  const ask = 'https://e.example/waivers/new?product=';
  expect(lines.slice(-3)).toEqual([
    `${message} ${MOVE}, or ask for a waiver: ${ask}Node.js&cycle=14`,
    `Django 3.2 is denied. Ask for a waiver: ${ask}Django&cycle=3.2`,
    '',
  ]);
  const markdown = REPORTS.markdown.write(written('https://e.example/waivers/new'), context);
  expect(markdown).toContain(`or ask for a waiver&#58; ${ask}Node.js&cycle=14\n`);
  expect(markdown).not.toContain(`${ask}Redis`);
});

test('where no waiver may be asked for, it says what to move to alone', () => {
  const lines = REPORTS.text.write(written(), context).split('\n');
  expect(lines.slice(-3)).toEqual([`${message} ${MOVE}.`, 'Django 3.2 is denied.', '']);
});

test('the table has no column of evidence where the catalog knows all of it', () => {
  expect(REPORTS.text.write(written(), context)).not.toContain('Evidence');
  expect(REPORTS.markdown.write(written(), context)).toContain('| What to do | Evidence |');
});
