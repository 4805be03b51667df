import { v7 as uuidv7 } from 'uuid';
import { notFound } from '@/domain/errors';
import type { Actor } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { moveSessionsOff } from '@/server/session/repository';
import { lockForDeletion, removeOrganization } from './repository';

/**
 * Deletes an organization with everything that it owns, for good. Sessions that act in it go on elsewhere;
 * one row in the installation's own audit trail remains.
 * @throws DomainError 404 when it has been deleted meanwhile
 */
export async function deleteOrganization({ db, clock }: Deps, actor: Actor): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    if (!(await lockForDeletion(organizationId, tx))) throw notFound('Organization');
    await moveSessionsOff(organizationId, tx, null);
    await removeOrganization(organizationId, tx, { id: uuidv7(), at: clock.now(), by: actor });
  });
}
