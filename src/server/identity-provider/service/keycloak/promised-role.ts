import { INVITATION_LIFETIME_MS } from '@/domain/invitation/invitation';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findInvitations } from '@/server/invitation/service/invite';

/** The role that a person was invited with. */
export interface PromisedRole {
  readonly invitationId: string;
  readonly role: PersonRole;
}

/**
 * Finds the roles that await invited addresses. Keycloak's organizations know no roles, and its links end when
 * Keycloak says: a promise outlives the link by as long as an invitation of this service holds, for those who
 * accept there today and come here in some days.
 */
export async function promisedRoles(
  organizationId: OrganizationId,
  db: Transaction,
  now: Date,
): Promise<ReadonlyMap<string, PromisedRole>> {
  const oldestEndMs = now.getTime() - INVITATION_LIFETIME_MS;
  const rows = await findInvitations(organizationId, db);
  const open = rows.filter(
    (row) => !row.acceptedAt && !row.revokedAt && row.expiresAt.getTime() > oldestEndMs,
  );
  return new Map(open.map(({ email, id, role }) => [email, { invitationId: id, role }]));
}
