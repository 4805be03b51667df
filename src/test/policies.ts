import type { PolicyFields } from '@/domain/policy/policy';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { createPolicy } from '@/server/policy/service/policies';
import { makeActor } from './accounts';

const NOTHING: PolicyFields = {
  type: 'EOL',
  scope: 'global',
  warnOn: null,
  denyOn: null,
  warnDays: null,
  denyDays: null,
  projectName: null,
  productName: null,
  cycle: null,
  cycleOperator: null,
  notaryPolicy: null,
};

/** An EOL policy of scope global with these fields, by the way that every policy is created. Answers its id. */
export async function makePolicy(
  deps: Deps,
  organizationId: OrganizationId,
  fields: Partial<PolicyFields>,
): Promise<string> {
  const actor = await makeActor(deps, organizationId);
  const { id } = await createPolicy(deps, actor, { ...NOTHING, ...fields });
  return id;
}
