import { NIL as NIL_UUID } from 'uuid';
import { isDomainError } from '@/domain/errors';
import type { PersonRole } from '@/domain/roles/permissions';
import type { ClaimedRole } from '@/domain/user/provider';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { CallOrigin } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toMemberRecord } from '@/server/member/dto';
import { changeMemberRole, findMember, isFormerMember } from '@/server/member/service';
import {
  findMemberships,
  insertMembership,
  requireLockedOrganization,
} from '@/server/organization/service';
import { findUser } from '@/server/user/service/people';
import { findOrganizationByIdpId, hasLeft } from '../repository';

/** The least that is given where the provider speaks of roles and names none of ours. */
const LEAST_ROLE: PersonRole = 'viewer';

/** Finds the organization that people of the listed domains join; null when none is configured, or it is not there. */
export async function joiningOrganization(deps: Deps): Promise<OrganizationId | null> {
  const { env, db, logger } = deps;
  const idpId = env.oidc?.join?.idpId;
  if (idpId === undefined) return null;
  const organizationId = await findOrganizationByIdpId(db, idpId);
  if (organizationId === null) logger.warn({ event: 'join organization missing', idpId });
  return organizationId;
}

export interface Joining {
  readonly userId: string;
  /** The address that the provider has verified. */
  readonly email: string;
  readonly role: PersonRole;
}

/**
 * Makes a person a member, unless they are one or were one: a person who was removed needs an invitation.
 * @returns whether they have become one
 */
export async function joinByDomain(
  tx: Transaction,
  organizationId: OrganizationId,
  { userId, email: verified, role }: Joining,
  { at, origin }: { readonly at: Date; readonly origin: CallOrigin },
): Promise<boolean> {
  await requireLockedOrganization(tx, organizationId);
  if (await findMember(organizationId, tx, userId)) return false;
  const user = await findUser(tx, userId);
  if (!user) return false;
  const { name, email } = user;
  const isEmailVerified = user.emailProvenAt !== null;
  const emails = isEmailVerified ? [verified, email] : [verified];
  if (await isFormerMember(organizationId, tx, { userId, emails })) return false;
  if (await hasLeft(organizationId, tx, userId)) return false;
  await insertMembership(organizationId, tx, { userId, role, joinedAt: at });
  await recordAudit(
    tx,
    { kind: 'person', id: userId, name, organizationId, role, origin },
    {
      at,
      action: 'member.join',
      subjectKind: 'user',
      subjectId: userId,
      after: {
        ...toMemberRecord({ userId, name, email, role, joinedAt: at, isEmailVerified }),
        by: 'domain',
      },
    },
  );
  return true;
}

/** Gives the role that a person joins with. */
export function roleToJoinWith({ env }: Deps, claimed: ClaimedRole): PersonRole {
  return claimed === 'none' || claimed === 'silent'
    ? (env.oidc?.join?.role ?? LEAST_ROLE)
    : claimed;
}

/**
 * Gives a member the role that the provider names, in the organization that its people join; without one, in
 * the only organization the person belongs to. Without the claim nothing changes, and the last admin stays
 * one: both are in the log.
 */
export async function applyClaimedRole(
  deps: Deps,
  userId: string,
  claimed: ClaimedRole,
  origin: CallOrigin,
): Promise<void> {
  const { logger } = deps;
  if (claimed === 'silent') {
    logger.warn({ event: 'role claim missing', userId });
    return;
  }
  const organizationId = await organizationOfRoles(deps, userId);
  if (organizationId === null) return;
  const role = roleToJoinWith(deps, claimed);
  // In the audit trail, for what the person did not do themselves.
  const actor = {
    kind: 'api_key',
    id: NIL_UUID,
    name: 'Single sign-on',
    organizationId,
    role: 'admin',
    origin,
  } as const;
  try {
    await changeMemberRole(deps, actor, { userId, role });
  } catch (err) {
    if (!isDomainError(err)) throw err;
    if (err.code === 'conflict') logger.warn({ event: 'last admin kept', userId, organizationId });
    else if (err.code !== 'not_found') throw err;
  }
}

async function organizationOfRoles(deps: Deps, userId: string): Promise<OrganizationId | null> {
  if (deps.env.oidc?.join) return joiningOrganization(deps);
  const [only, ...others] = await findMemberships(deps.db, userId);
  return only && others.length === 0 ? only.organizationId : null;
}
