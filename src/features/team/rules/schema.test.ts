import { expect, test } from 'vitest';
import type { OwnerRule } from '@/domain/team/rule';
import { draftOf, ruleOf, rulesOf } from './schema';

const [id, team_id] = [
  '01890000-0000-7000-8000-000000000001',
  '01890000-0000-7000-8000-000000000002',
];
const RULES: readonly OwnerRule[] = [
  { id, kind: 'name', pattern: 'acme/*', team_id },
  { id, kind: 'label', label: 'team', value: 'pay*', team_id },
  { id, kind: 'namespace', cluster: 'prod-*', namespace: 'pay', team_id },
  { id, kind: 'codeowners' },
];

test('a draft is the rule that it was made of', () => {
  expect(rulesOf(RULES.map(draftOf))).toEqual(RULES);
});

test('is no rule while something is missing', () => {
  const draft = { key: id, kind: 'label', subject: 'team', pattern: '', teamId: team_id } as const;
  expect(ruleOf(draft)).toBeNull();
  expect(ruleOf({ ...draft, pattern: 'pay', teamId: null })).toBeNull();
  expect(rulesOf([draft, ...RULES.map(draftOf)])).toBeNull();
  expect(ruleOf({ ...draft, kind: 'codeowners' })).toEqual({ id, kind: 'codeowners' });
});
