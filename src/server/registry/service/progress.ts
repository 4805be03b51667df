import { readRegistryProgress } from '@/domain/registry/progress';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { findGathering, type Gathered } from '../repository/packages';

/** Tells how far registries have been asked about what an organization holds; null: nobody has looked, or none is configured. */
export async function gatheringOf(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<Gathered | null> {
  const found = await findGathering(organizationId, db);
  return found && { ...found, registries: readRegistryProgress(found.registries) };
}
