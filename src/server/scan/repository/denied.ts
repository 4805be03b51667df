import { sql } from 'kysely';
import type { ItemOwner } from '@/domain/message/software-key';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** An image, whatever its tags. */
export interface DeniedImage {
  readonly imageKey: string;
  readonly projectId: string;
  readonly canonicalName: string;
}

/** Software for which an image is denied. */
export interface DeniedSoftware {
  /** Of the message's item: software and owner. */
  readonly itemKey: string;
  readonly productName: string;
  readonly cycle: string;
  readonly teamId: string | null;
}

/** Lists the keys of the items for which an image was denied when that was last said. Plan: primary key. */
export async function findDenied(
  organizationId: OrganizationId,
  db: Transaction,
  imageKey: string,
): Promise<ReadonlySet<string>> {
  const rows = await db.sql
    .selectFrom('deniedSoftware')
    .select('itemKey')
    .where('organizationId', '=', organizationId)
    .where('imageKey', '=', imageKey)
    .execute();
  return new Set(rows.map(({ itemKey }) => itemKey));
}

/**
 * Lets whoever changes what is denied in an organization take turns, until the transaction ends: of two images that pass
 * at once one is the last.
 */
export async function lockDenied(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  const name = `denied software ${organizationId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.sql);
}

export async function insertDenied(
  organizationId: OrganizationId,
  tx: Transaction,
  image: DeniedImage,
  software: readonly DeniedSoftware[],
  at: Date,
): Promise<void> {
  if (software.length === 0) return;
  await tx.sql
    .insertInto('deniedSoftware')
    .values(software.map((one) => ({ organizationId, ...image, ...one, toldAt: at })))
    .execute();
}

/** Software for which no image of an owner is denied any more. */
export interface ReleasedSoftware extends DeniedSoftware {
  /** Null also for a team that is gone. */
  readonly owner: ItemOwner | null;
}

/**
 * Notes that an image is denied for some items no more, and lists those for which no other one is. Take the turn of
 * `lockDenied` first. Plan: primary key, then for each item a look into the index by item.
 */
export async function releaseDenied(
  organizationId: OrganizationId,
  tx: Transaction,
  imageKey: string,
  itemKeys: readonly string[],
): Promise<ReleasedSoftware[]> {
  if (itemKeys.length === 0) return [];
  const { rows } = await sql<ReleasedSoftware>`
    WITH gone AS (
      DELETE FROM denied_software d
       WHERE d.organization_id = ${organizationId} AND d.image_key = ${imageKey}::uuid
         AND d.item_key = ANY(${[...itemKeys]}::text[])
      RETURNING d.item_key, d.product_name, d.cycle, d.team_id)
    SELECT gone.*,
           CASE WHEN w.id IS NOT NULL
                THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END AS owner
      FROM gone
      LEFT JOIN team w ON w.organization_id = ${organizationId} AND w.id = gone.team_id
     WHERE NOT EXISTS (
       SELECT FROM denied_software other
        WHERE other.organization_id = ${organizationId} AND other.item_key = gone.item_key
          AND other.image_key <> ${imageKey}::uuid)
     ORDER BY gone.product_name, gone.cycle`.execute(tx.sql);
  return rows;
}

/**
 * Lists the images of an organization that are denied as far as was said, and that there are no more: no tag of them is
 * left. Plan: the organization's denied software, of which there is little, and for each image a look at its tags.
 */
export async function findGoneDenied(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<(DeniedImage & { readonly itemKeys: readonly string[] })[]> {
  const { rows } = await sql<DeniedImage & { readonly itemKeys: readonly string[] }>`
    SELECT d.image_key, d.project_id, d.canonical_name, array_agg(d.item_key) AS item_keys
      FROM denied_software d
     WHERE d.organization_id = ${organizationId}
       AND NOT EXISTS (
         SELECT FROM image_tag t
          WHERE t.organization_id = ${organizationId} AND t.project_id = d.project_id
            AND t.canonical_name = d.canonical_name AND t.deleted_at IS NULL)
     GROUP BY d.image_key, d.project_id, d.canonical_name`.execute(db.sql);
  return rows;
}
