import { describe, expect, it, test } from 'vitest';
import { canBeRestored, inOrder, projectsWithPolicies, shownPolicies } from './query';
import type { PolicyRecord } from '@/features/policy/types';
import type { PoliciesParams } from './params';

const policy = (id: string, fields: Partial<PolicyRecord> = {}): PolicyRecord => ({
  id,
  policy_scope: 'global',
  policy_type: 'EOL',
  warn_date: null,
  deny_date: null,
  warn_days: 90,
  deny_days: null,
  product_name: null,
  project_name: null,
  cycle: null,
  cycle_operator: null,
  notary_policy_json: null,
  created_at: '2026-01-02T09:00:00.000Z',
  updated_at: '2026-01-02T09:00:00.000Z',
  ...fields,
});

const shop = { policy_scope: 'project', project_name: 'github//acme/shop' } as const;
const node = {
  policy_scope: 'software',
  product_name: 'Node.js',
  cycle: '18',
  cycle_operator: 'LTE',
} as const;
const ALL = [
  policy('everywhere 1'),
  policy('shop 1', shop),
  policy('node 1', node),
  policy('notary', { policy_type: 'NOTARY', warn_days: null }),
  policy('everywhere 2', { deny_days: 0 }),
  policy('billing', { policy_scope: 'project', project_name: 'github//acme/billing' }),
  policy('shop 2', shop),
];

const ids = (policies: readonly PolicyRecord[]) => policies.map(({ id }) => id);
const shown = (params: Partial<PoliciesParams>) =>
  ids(shownPolicies(ALL, { q: '', about: null, project: null, page: 1, size: 50, ...params }));

test('policies stand in the order in which they decide', () => {
  expect(ids(inOrder(ALL))).toEqual([
    'node 1',
    'shop 2',
    'billing',
    'shop 1',
    'everywhere 2',
    'everywhere 1',
    'notary',
  ]);
});

describe('filters', () => {
  it.each<[Partial<PoliciesParams>, string[]]>([
    [{ about: 'software' }, ['node 1']],
    [{ about: 'notary' }, ['notary']],
    [{ q: 'NODE.JS up to' }, ['node 1']],
    [{ q: 'github//acme/shop' }, ['shop 2', 'shop 1']],
    [{ q: 'nothing' }, []],
    [
      { project: 'github//acme/shop' },
      ['node 1', 'shop 2', 'shop 1', 'everywhere 2', 'everywhere 1', 'notary'],
    ],
    [{ project: 'github//acme/shop', about: 'project' }, ['shop 2', 'shop 1']],
  ])('%o', (params, expected) => {
    expect(shown(params)).toEqual(expected);
  });
});

test('only what nothing newer stood before comes back in its place', () => {
  const restorable = ALL.filter((one) => canBeRestored(one, ALL));
  expect(ids(restorable)).toEqual(['node 1', 'notary', 'everywhere 2', 'billing', 'shop 2']);
});

test('projects with policies of their own, once each', () => {
  expect(projectsWithPolicies(ALL)).toEqual(['github//acme/billing', 'github//acme/shop']);
});
