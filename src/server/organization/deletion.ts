import { v7 as uuidv7 } from 'uuid';
import { notFound } from '@/domain/errors';
import type { Actor } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { moveSessionsOff } from '@/server/session/repository';
import { DELETE_ORGANIZATION, DELETE_PROJECTS, LOCK_FOR_DELETION } from './deletion-queries';
import type { OrganizationRow } from './repository';

/**
 * Deletes an organization with everything that it owns, for good. Sessions that act in it go on elsewhere;
 * one row in the installation's own audit trail remains.
 * @throws DomainError 404 when it has been deleted meanwhile
 */
export async function deleteOrganization(deps: Deps, actor: Actor): Promise<void> {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.query<OrganizationRow>(LOCK_FOR_DELETION, [organizationId]);
    if (!row) throw notFound('Organization');
    await moveSessionsOff(organizationId, tx, null);
    await tx.query(DELETE_PROJECTS, [organizationId]);
    const { kind, id, name, origin } = actor;
    await tx.query(DELETE_ORGANIZATION, [
      ...[organizationId, uuidv7(), deps.clock.now(), kind, id, name],
      ...[origin.remoteAddress, origin.requestId],
    ]);
  });
}
