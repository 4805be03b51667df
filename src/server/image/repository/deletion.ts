import { sql } from 'kysely';
import { isKept } from '@/server/inventory/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/**
 * Locks an image tag, as uploads do that change it: this waits for them, so that their findings are seen afterwards, and
 * those that come later make a new one. Null when there is none.
 */
export async function lockImageTag(organizationId: OrganizationId, tx: Transaction, id: string) {
  const own = anyOrganization(organizationId);
  const locked = await tx.sql
    .selectFrom('imageTag')
    .select(['id', 'kind', 'name', 'tag', 'digest', 'labels', 'firstScanAt', 'projectId'])
    .where('organizationId', '=', own)
    .where('id', '=', id)
    .where(isKept('image_tag'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) return null;
  const project = await tx.sql
    .selectFrom('project')
    .select('name')
    .where('organizationId', '=', own)
    .where('id', '=', locked.projectId)
    .executeTakeFirstOrThrow();
  return { ...locked, projectName: project.name };
}

/**
 * Deletes image tags that are locked, retired ones as well, and closes what is open of them.
 *
 * Plans: findings by (organization, image tag), intervals by the unique indexes on the open ones.
 */
export async function hideImageTags(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
  now: Date,
): Promise<void> {
  await closeFindings(organizationId, tx, imageTagIds, now);
  await tx.sql
    .updateTable('imageRetirement')
    .set({ endedAt: now, end: 'deleted' })
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('endedAt', 'is', null)
    .where(({ eb, fn, val }) => eb('imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
  await tx.sql
    .updateTable('imageTag')
    .set({ deletedAt: now, softwareIds: [], catalogSoftwareIds: [] })
    .set({ retiredAt: null, retiredFindingIds: [] })
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(isKept('image_tag'))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(imageTagIds))))
    .execute();
}

/** Closes the findings of image tags that are locked, and their intervals. Plans: as {@link hideImageTags}. */
export async function closeFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
  now: Date,
): Promise<void> {
  await closeIntervals(organizationId, tx, imageTagIds, now);
  await tx.sql
    .updateTable('finding')
    .set({ isOpen: false })
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('isOpen', '=', true)
    .where(({ eb, fn, val }) => eb('imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
}

async function closeIntervals(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
  now: Date,
): Promise<void> {
  const own = anyOrganization(organizationId);
  // An interval never ends before it began, even when another replica's clock is ahead of this one.
  const closedAt = sql<Date>`greatest(${now}::timestamptz, opened_at)`;
  await tx.sql
    .updateTable('findingInterval')
    .set({ closedAt })
    .from('finding as f')
    .where('findingInterval.organizationId', '=', own)
    .where('findingInterval.closedAt', 'is', null)
    .where('f.organizationId', '=', own)
    .whereRef('f.id', '=', 'findingInterval.findingId')
    .where('f.isOpen', '=', true)
    .where(({ eb, fn, val }) => eb('f.imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
  await tx.sql
    .updateTable('cleanInterval')
    .set({ closedAt })
    .where('organizationId', '=', own)
    .where('closedAt', 'is', null)
    .where(({ eb, fn, val }) => eb('imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
}
