import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { findProgress } from './progress-queries';

/**
 * How far the organization's inventories are matched with a catalogue that has changed: image tags done of those
 * that the change concerns (null while that is being found out). Null when nothing is under way.
 */
export async function matchingProgress(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<{ readonly done: number; readonly total: number | null } | null> {
  const progress = await findProgress(organizationId, db);
  if (!progress || progress.finishedAt !== null) return null;
  return { done: progress.done, total: progress.total };
}
