import { hideLockedImages } from '@/server/image/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { isKept } from '@/server/inventory/sql';
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
 * Plan: the project's image tags by image_tag_live_reference_key.
 */
export async function deleteLockedProject(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
  now: Date,
): Promise<{ imageTags: number }> {
  const imageTagIds = await lockImageTags(organizationId, tx, projectId);
  await hideLockedImages(organizationId, tx, imageTagIds, now);
  const own = tx.of(organizationId);
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
    .where(isKept('image_tag'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
