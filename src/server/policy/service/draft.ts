import { invalid, notFound } from '@/domain/errors';
import type { EolPolicy, PolicyFields } from '@/domain/policy/policy';
import { PolicySet } from '@/domain/policy/set';
import type { WaiverSet } from '@/domain/waiver/set';
import { requireValidPolicy } from './policies';

/** The id of a new policy until it is created. */
export const DRAFT_ID = 'draft';

/** A change of the policies that nobody has made yet. */
export interface PolicyDraft {
  /** The policy that is edited or, without fields, deleted; null for a new one. */
  readonly policyId: string | null;
  readonly fields: PolicyFields | null;
}

/** The policies as they are and as they would be. */
export interface PolicySets {
  readonly before: PolicySet;
  readonly after: PolicySet;
}

/**
 * Gives the EOL policies before and after a change, with the waivers that hold whatever they say: a new policy is the
 * newest one, an edited one keeps its place.
 * @throws DomainError 422 for what is no EOL policy, 404 for an unknown policy
 */
export function draftedPolicies(
  current: readonly EolPolicy[],
  waivers: WaiverSet,
  { policyId, fields }: PolicyDraft,
): PolicySets {
  if (fields) requireEolPolicy(fields);
  const before = new PolicySet(current, waivers);
  if (policyId === null) {
    if (!fields) return { before, after: before };
    return { before, after: new PolicySet([...current, { ...fields, id: DRAFT_ID }], waivers) };
  }
  const id = policyId.toLowerCase();
  if (!current.some((policy) => policy.id === id)) throw notFound('Policy');
  const after = current.flatMap((policy) => {
    if (policy.id !== id) return [policy];
    return fields ? [{ ...fields, id }] : [];
  });
  return { before, after: new PolicySet(after, waivers) };
}

function requireEolPolicy(fields: PolicyFields): void {
  if (fields.type === 'EOL') return requireValidPolicy(fields);
  const msg = 'Value error, only an EOL policy can be tried out: scanners evaluate the other ones';
  throw invalid([{ loc: ['body', 'policy_type'], msg, type: 'value_error' }]);
}
