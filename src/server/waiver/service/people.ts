import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { findPeople } from '../repository/people';

/** Lists the members of an organization who can answer for a waiver, by name: the first thousand. */
export function listWaiverPeople({ db }: Pick<Deps, 'db'>, organizationId: OrganizationId) {
  return findPeople(organizationId, db);
}
