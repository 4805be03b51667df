import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { findGathering } from '../repository/packages';

/** Tells how far registries have been asked about what an organization holds; null: nobody has looked, or none is configured. */
export function gatheringOf({ db }: Pick<Deps, 'db'>, organizationId: OrganizationId) {
  return findGathering(organizationId, db);
}
