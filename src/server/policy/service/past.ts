import { z } from 'zod';
import type { EolPolicy, PolicyFields } from '@/domain/policy/policy';
import { PolicySet } from '@/domain/policy/set';
import { policyChangesSince } from '@/server/audit/service';
import { hasTrailSince } from '@/server/past/service';
import type { Past } from '@/server/past/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { waiversGrantedBefore } from '@/server/waiver/service/list';
import { policyBody, policyFieldsOf } from '../dto';
import { findPolicies } from '../repository';

/** Policies as they were, as far as that is known. */
export interface PastPolicies {
  readonly policies: PolicySet;
  /** False: what they were is not kept, and these are those of today. */
  readonly areKept: boolean;
}

type PolicyThen = PolicyFields & Pick<EolPolicy, 'id'> & { readonly createdAt: Date };

/**
 * Reads the EOL policies as they were when a day was over: those of today, with every change since taken back that the audit
 * trail tells of. Waivers are those that were granted by then and still are.
 */
export async function readPoliciesAt(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  past: Past,
): Promise<PastPolicies> {
  const today = await findPolicies(organizationId, deps.db);
  const waivers = await waiversGrantedBefore(organizationId, deps.db, past);
  const isWhole = await hasTrailSince(deps, organizationId, past);
  const kept = isWhole ? await takenBack(deps, organizationId, today, past) : null;
  const policies = (kept ?? today).filter(({ type }) => type === 'EOL');
  return { policies: new PolicySet(policies, waivers), areKept: kept !== null };
}

const record = policyBody.extend({ id: z.guid(), created_at: z.iso.datetime() });

/** Null: a change cannot be taken back, as the trail does not hold the whole of it. */
async function takenBack(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  today: readonly PolicyThen[],
  { before: since }: Past,
): Promise<PolicyThen[] | null> {
  const policies = new Map(today.map((one) => [one.id, one]));
  for (const { action, subjectId, before } of await policyChangesSince(
    { db },
    organizationId,
    since,
  )) {
    if (action === 'policy_file.apply') return null;
    policies.delete(subjectId);
    if (before === null) continue;
    const read = record.safeParse(before);
    if (!read.success) return null;
    const { id, created_at: createdAt, ...body } = read.data;
    policies.set(id, { ...policyFieldsOf(body), id, createdAt: new Date(createdAt) });
  }
  return [...policies.values()].sort(byAge);
}

/** Oldest first: of policies of one scope the newest decides. */
function byAge(left: PolicyThen, right: PolicyThen): number {
  const older = left.createdAt.getTime() - right.createdAt.getTime();
  return older || (left.id < right.id ? -1 : 1);
}
