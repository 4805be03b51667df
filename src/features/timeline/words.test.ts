import { expect, test } from 'vitest';
import { day } from '@/domain/policy/testing/policies';
import { timelineItem } from './testing/timeline-items';
import { loadTimelineParams } from './params';
import { describeConditions, endText, factsOf } from './words';

const TODAY = day('2026-11-21');

test.each([
  ['catalog', '30 Apr 2028'],
  ['own', '30 Apr 2028 · own date'],
  ['sbom', '30 Apr 2028 · from the SBOM'],
] as const)('a bar whose end is known by %s says %s', (evidence, text) => {
  expect(endText(timelineItem({ eolDate: '2028-04-30', evidence }), TODAY)).toBe(text);
});

test('an estimate is said to be one, once', () => {
  const end = { eolDate: TODAY, eolDateKnown: false, estimatedFrom: '6' };
  const item = timelineItem({ ...end, evidence: 'inferred' });
  expect(endText(item, TODAY).match(/estimated/g)).toHaveLength(1);
  expect(factsOf(item, TODAY)).toContainEqual({ term: 'Evidence', text: 'Inferred' });
});

test.each([
  ['owner=mine', {}, ['owned by your teams']],
  ['owner=mine', { reader: 'Ada Lovelace' }, ['owned by the teams of Ada Lovelace']],
  ['owner=none', { reader: 'Ada Lovelace', team: 'Web' }, ['owned by nobody']],
  ['owner=01890000-0000-7000-8000-000000000001', {}, ['owned by this team']],
  [
    'owner=01890000-0000-7000-8000-000000000001&project=01890000-0000-7000-8000-000000000002',
    { team: 'Payments', project: 'shop' },
    ['project shop', 'owned by the team Payments'],
  ],
])('the conditions of %j with %j are %j', (query, names, words) => {
  const params = loadTimelineParams(new URLSearchParams(query));
  expect(describeConditions(params, TODAY, names)).toEqual(words);
});
