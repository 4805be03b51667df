import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/**
 * Locks the project until the transaction ends; null when there is none. From here on no upload can create an image
 * tag in it: it wants the row shared.
 */
export async function lockProject(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
) {
  const row = await tx.sql
    .selectFrom('project')
    .select(['id', 'name', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Hides a locked project and its image tags, and closes its findings and their intervals.
 *
 * Plans: the project's image tags by image_tag_live_reference_key, their findings by (organization, image
 * tag), intervals by the unique indexes on the open ones.
 */
export async function deleteLockedProject(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
  now: Date,
): Promise<{ imageTags: number }> {
  const imageTagIds = await lockImageTags(organizationId, tx, projectId);
  await closeIntervals(organizationId, tx, imageTagIds, now);
  await tx.sql
    .updateTable('finding')
    .set({ isOpen: false })
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('isOpen', '=', true)
    .where(({ eb, fn, val }) => eb('imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
  const own = tx.of(organizationId);
  await own.imageTag.updateMany({
    where: { projectId, deletedAt: null },
    data: { deletedAt: now, softwareIds: [], catalogSoftwareIds: [] },
  });
  await own.project.updateMany({ where: { id: projectId }, data: { deletedAt: now } });
  return { imageTags: imageTagIds.length };
}

/**
 * Locks image tags, as uploads do that change them: this waits for them, so that their findings are seen
 * afterwards.
 */
async function lockImageTags(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('imageTag')
    .select('id')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
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
