import { describe, expect, test } from 'vitest';
import type { PolicyFields } from '@/domain/policy/policy';
import { policySteps } from './difference';

const policy = (denyDays: number, more: Partial<PolicyFields> = {}): PolicyFields => ({
  ...{ type: 'EOL', scope: 'global', warnOn: null, denyOn: null, warnDays: null, denyDays },
  ...{ projectName: null, productName: null, cycle: null, cycleOperator: null },
  ...{
    deniesFrom: null,
    onlyRunning: false,
    denyEstimates: false,
    deprecated: null,
    stale: null,
    notaryPolicy: null,
  },
  ...more,
});
const shop = { scope: 'project', projectName: 'shop' } as const;
const kept = (...policies: PolicyFields[]) =>
  policies.map((fields, index) => ({ ...fields, id: `p${String(index)}` }));
const steps = (before: PolicyFields[], after: PolicyFields[]) =>
  policySteps(kept(...before), after).map((step) =>
    [
      step.kind,
      'before' in step ? step.before.id : '-',
      step.kind === 'removed' ? '-' : String(step.index),
      ...(step.kind === 'changed' && step.isAnew ? ['anew'] : []),
    ].join(' '),
  );

describe('from the policies that there are to those of a file', () => {
  test('the same file changes nothing, in whatever order subjects stand', () => {
    const all = [policy(0), policy(30, shop), policy(90)];
    expect(steps(all, all)).toEqual(['same p0 0', 'same p2 2', 'same p1 1']);
    expect(steps(all, [policy(30, shop), policy(0), policy(90)])).toEqual([
      'same p0 1',
      'same p2 2',
      'same p1 0',
    ]);
  });

  test('one at the end is added, one that is missing removed, one that says another thing changed', () => {
    expect(steps([policy(0)], [policy(0), policy(9)])).toEqual(['same p0 0', 'added - 1']);
    expect(steps([policy(0), policy(9)], [policy(9)])).toEqual(['same p1 0', 'removed p0 -']);
    expect(steps([policy(0)], [policy(9)])).toEqual(['changed p0 0']);
  });

  test('what stands after a new one of its subject is written anew, as the newest decides first', () => {
    expect(steps([policy(0), policy(9)], [policy(5), policy(0), policy(9)])).toEqual([
      'added - 0',
      'moved p0 1',
      'moved p1 2',
    ]);
    // The other subject's order is its own.
    expect(steps([policy(0, shop)], [policy(5), policy(0, shop)])).toEqual([
      'same p0 1',
      'added - 0',
    ]);
  });

  test('two that change places: one stays, the other is written anew', () => {
    const found = steps([policy(0), policy(9)], [policy(9), policy(0)]);
    expect(found).toHaveLength(3);
    expect(found).toContain('removed p0 -');
    expect(found).toContain('same p1 0');
    expect(found).toContain('added - 1');
  });

  test('a trust policy is the same whatever the order of its keys', () => {
    const notary = (notaryPolicy: Record<string, unknown>) =>
      policy(0, { type: 'NOTARY', notaryPolicy });
    const before = [notary({ version: '1.0', trustPolicies: [{ name: 'a', scopes: [] }] })];
    const after = [notary({ trustPolicies: [{ scopes: [], name: 'a' }], version: '1.0' })];
    expect(steps(before, after)).toEqual(['same p0 0']);
  });
});
