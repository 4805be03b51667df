import { invalid, type Fault } from '@/domain/errors';
import type { PolicyFields } from '@/domain/policy/policy';
import { policyFaults } from '@/domain/policy/policy-faults';
import { trustPolicyDocument } from '@/domain/policy/trust-policy';
import { faultsOf } from '@/domain/validation/zod-faults';

/** The fields by the names that callers know them by. */
const WRITTEN_NAMES = {
  scope: 'policy_scope',
  type: 'policy_type',
  warnOn: 'warn_date',
  denyOn: 'deny_date',
  warnDays: 'warn_days',
  denyDays: 'deny_days',
  productName: 'product_name',
  projectName: 'project_name',
  cycle: 'cycle',
  cycleOperator: 'cycle_operator',
  notaryPolicy: 'notary_policy_json',
} as const satisfies Record<keyof PolicyFields, string>;

/** @throws DomainError 422 with everything that is wrong with the policy as a whole */
export function requireValidPolicy(policy: PolicyFields): void {
  const faults = [...faultsOfWhole(policy), ...trustPolicyFaults(policy)];
  if (faults.length > 0) throw invalid(faults);
}

function faultsOfWhole(policy: PolicyFields): Fault[] {
  return policyFaults(policy).map(({ field, message }) => ({
    loc: field === null ? ['body'] : ['body', WRITTEN_NAMES[field]],
    msg: `Value error, ${message}`,
    type: 'value_error',
  }));
}

/** Of a policy of either type: what is kept is a trust policy, so that changing the type alone finds one. */
function trustPolicyFaults({ notaryPolicy }: PolicyFields): Fault[] {
  if (notaryPolicy === null) return [];
  const { error } = trustPolicyDocument.safeParse(notaryPolicy);
  if (!error) return [];
  return faultsOf(error, 'body', notaryPolicy).map((fault) => ({
    ...fault,
    loc: ['body', WRITTEN_NAMES.notaryPolicy, ...fault.loc.slice(1)],
  }));
}
