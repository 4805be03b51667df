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

/** Software for which an image was denied once, and that it holds still as far as is known. */
export interface KnownDenied extends DeniedSoftware {
  /** Whether it passes now. */
  readonly isLetThrough: boolean;
  /** Whether it was said that it is denied, and not that this is over. */
  readonly isTold: boolean;
}

/** Lists the software for which an image was denied. Plan: primary key. */
export async function findDenied(
  organizationId: OrganizationId,
  db: Transaction,
  imageKey: string,
): Promise<KnownDenied[]> {
  const rows = await db.sql
    .selectFrom('deniedSoftware')
    .select(['itemKey', 'productName', 'cycle', 'teamId', 'letThroughAt', 'isTold'])
    .where('organizationId', '=', organizationId)
    .where('imageKey', '=', imageKey)
    .execute();
  return rows.map(({ letThroughAt, ...row }) => ({ ...row, isLetThrough: letThroughAt !== null }));
}

/**
 * Lets whoever changes what is denied in an organization take turns, until the transaction ends: of two images that pass
 * at once one is the last.
 */
export async function lockDenied(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  const name = `denied software ${organizationId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.sql);
}

/** Software that is noted in one statement: the protocol takes 65,535 parameters, and each has nine. */
const NOTED_AT_ONCE = 5_000;

/** Notes that an image is denied for some software, and that this is said. */
export async function putDenied(
  organizationId: OrganizationId,
  tx: Transaction,
  image: DeniedImage,
  software: readonly DeniedSoftware[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < software.length; from += NOTED_AT_ONCE) {
    const part = software.slice(from, from + NOTED_AT_ONCE);
    await tx.sql
      .insertInto('deniedSoftware')
      .values(part.map((one) => ({ organizationId, ...image, ...one, toldAt: at })))
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'imageKey', 'itemKey'])
          .doUpdateSet({ letThroughAt: null, isTold: true, toldAt: at }),
      )
      .execute();
  }
}

/** Software for which no image of an owner is denied any more. */
export interface ReleasedSoftware extends DeniedSoftware {
  /** Null also for a team that is gone. */
  readonly owner: ItemOwner | null;
}

/** For which of its software an image is denied no more. */
export interface Released {
  /** The keys of what it does not hold any more. */
  readonly gone: readonly string[];
  /** Of what it holds still, and what passes for another reason. */
  readonly letThrough: readonly string[];
}

/**
 * Notes that an image is denied for some items no more, and lists those that were said, and for which no other one is. Take
 * the turn of `lockDenied` first. Plan: primary key, then for each item a look into the index by item, which ends at the first
 * other image that is denied: there may be as many of them as images, and uploads wait for this one after the other.
 */
export async function releaseDenied(
  organizationId: OrganizationId,
  tx: Transaction,
  imageKey: string,
  { gone, letThrough }: Released,
  at: Date,
): Promise<ReleasedSoftware[]> {
  if (gone.length + letThrough.length === 0) return [];
  const { rows } = await sql<ReleasedSoftware>`
    WITH gone AS (
      DELETE FROM denied_software
       WHERE organization_id = ${organizationId} AND image_key = ${imageKey}::uuid
         AND item_key = ANY(${[...gone]}::text[])
      RETURNING item_key, product_name, cycle, team_id, is_told),
    kept AS (
      UPDATE denied_software SET let_through_at = ${at}::timestamptz
       WHERE organization_id = ${organizationId} AND image_key = ${imageKey}::uuid
         AND item_key = ANY(${[...letThrough]}::text[])
      RETURNING item_key, product_name, cycle, team_id, is_told),
    released AS (SELECT * FROM gone UNION ALL SELECT * FROM kept)
    SELECT r.item_key, r.product_name, r.cycle, r.team_id, ${ownerSql} AS owner
      FROM released r
      LEFT JOIN team w ON w.organization_id = ${organizationId} AND w.id = r.team_id
      LEFT JOIN LATERAL (
        SELECT true AS is_denied FROM denied_software o
         WHERE o.organization_id = ${organizationId} AND o.item_key = r.item_key
           AND o.image_key <> ${imageKey}::uuid AND o.let_through_at IS NULL
         LIMIT 1) denied ON true
      LEFT JOIN LATERAL (
        SELECT true AS is_told FROM denied_software o
         WHERE denied.is_denied IS NULL AND NOT r.is_told
           AND o.organization_id = ${organizationId} AND o.item_key = r.item_key
           AND o.image_key <> ${imageKey}::uuid AND o.is_told
         LIMIT 1) told ON true
     WHERE denied.is_denied IS NULL AND (r.is_told OR told.is_told)
     ORDER BY r.product_name, r.cycle`.execute(tx.sql);
  await noteOver(
    organizationId,
    tx,
    rows.map(({ itemKey }) => itemKey),
  );
  return rows;
}

/** The team `w` as the owner of an item. */
export const ownerSql = sql`
  CASE WHEN w.id IS NOT NULL
       THEN json_build_object('teamId', w.id, 'name', w.name, 'email', w.email) END`;

/** Notes that it was said of some items that nothing is denied for them any more. Plan: the index by item. */
export async function noteOver(
  organizationId: OrganizationId,
  tx: Transaction,
  itemKeys: readonly string[],
): Promise<void> {
  if (itemKeys.length === 0) return;
  const where = { itemKey: { in: [...itemKeys] }, isTold: true };
  await tx.of(organizationId).deniedSoftware.updateMany({ where, data: { isTold: false } });
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
