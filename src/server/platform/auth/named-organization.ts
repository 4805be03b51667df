import { notFound } from '@/domain/errors';
import type { Role } from '@/domain/roles/permissions';
import type { Deps } from '@/server/platform/deps';
import type { OrganizationId } from './organization-id';
import { actingAs, type Caller, type Principal } from './principal';
import { findNamedForKey, findNamedForPerson, type NamedBy } from './repository';

export type { NamedBy };

/**
 * Resolves a caller in an organization that a request names itself: a person as the member they are there; a
 * key with its own role at home, and as admin of the organizations it created.
 * @throws DomainError 404 for every other organization, as for one that does not exist
 */
export async function resolveNamedOrganization(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  named: NamedBy,
): Promise<Principal> {
  const found = await findFor(db, caller, named);
  if (!found) throw notFound('Organization');
  return actingAs(caller, found);
}

async function findFor(
  db: Deps['db'],
  caller: Caller,
  named: NamedBy,
): Promise<{ readonly organizationId: OrganizationId; readonly role: Role } | null> {
  if (caller.kind === 'person') return findNamedForPerson(db, named, caller.id);
  const own = caller.active;
  const key = { apiKeyId: caller.id, organizationId: own.organizationId };
  const organizationId = await findNamedForKey(db, named, key);
  if (organizationId === null) return null;
  return { organizationId, role: organizationId === own.organizationId ? own.role : 'admin' };
}
