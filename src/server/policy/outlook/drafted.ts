import { invalid, notFound } from '@/domain/errors';
import type { EolPolicy } from '@/domain/policy/policy';
import { PolicySet } from '@/domain/policy/policy-set';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { DRAFT_ID, type PolicyDraft } from '../preview/service';
import { findEolPolicies } from '../queries';
import { requireValidPolicy } from '../validate';

/**
 * The EOL policies as they would be with a draft; a new one is the newest, an edited one keeps its place.
 * @throws DomainError 422 for what is no EOL policy, 404 for an unknown policy
 */
export async function readDraftedPolicies(
  organizationId: OrganizationId,
  db: Transaction,
  { policyId, fields }: PolicyDraft,
): Promise<PolicySet> {
  if (fields) {
    requireValidPolicy(fields);
    if (fields.type !== 'EOL') {
      const msg =
        'Value error, only EOL policies have an outlook: scanners evaluate the other ones';
      throw invalid([{ loc: ['body', 'policy_type'], msg, type: 'value_error' }]);
    }
  }
  const current = await findEolPolicies(organizationId, db);
  if (policyId === null) {
    return new PolicySet(fields ? [...current, { ...fields, id: DRAFT_ID }] : current);
  }
  const id = policyId.toLowerCase();
  if (!current.some((policy) => policy.id === id)) throw notFound('Policy');
  const replaced: EolPolicy[] = fields ? [{ ...fields, id }] : [];
  return new PolicySet(current.flatMap((policy) => (policy.id === id ? replaced : [policy])));
}
