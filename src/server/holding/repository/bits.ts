import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/**
 * Lets one transaction at a time write the bits of an organization's images. Two could read an image one after the other and
 * write it the other way round; and both would give the same numbers.
 */
export async function lockBits(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('image bits ' || ${organizationId}, 0))`.execute(
    tx.sql,
  );
}

/** Images that a statement has changed. */
export type QueuedImages = Awaited<ReturnType<typeof queuedImages>>[number];

/** Finds some of the images whose bits have to be written. */
export function queuedImages(organizationId: OrganizationId, tx: Transaction, limit: number) {
  return tx.sql
    .selectFrom('imageBitsChange')
    .select(['id', 'imageTagIds'])
    .where('organizationId', '=', organizationId)
    .limit(limit)
    .execute();
}

/** Removes what {@link queuedImages} gave. */
export async function removeQueued(
  organizationId: OrganizationId,
  tx: Transaction,
  ids: readonly string[],
): Promise<void> {
  await tx.sql
    .deleteFrom('imageBitsChange')
    .where('organizationId', '=', organizationId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute();
}

/** Reads those of some images that count, with what they hold. Plan: primary key. */
export function imagesToWrite(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
) {
  return tx.sql
    .selectFrom('imageTag')
    .select(['id', 'projectId', 'verified', 'sortKey', 'softwareIds'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(imageTagIds))))
    .where('deletedAt', 'is', null)
    .execute();
}

/** Reads the numbers of all software that has one: some thousand rows at most. */
export async function softwareNumbers(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<Map<string, number>> {
  const rows = await db.sql
    .selectFrom('softwareNumber')
    .select(['softwareId', 'number'])
    .where('organizationId', '=', organizationId)
    .execute();
  return new Map(rows.map((row) => [row.softwareId, row.number]));
}

export async function insertNumbers(
  organizationId: OrganizationId,
  tx: Transaction,
  numbers: readonly (readonly [softwareId: string, number: number])[],
): Promise<void> {
  const softwareIds = numbers.map(([softwareId]) => softwareId);
  await sql`
    INSERT INTO software_number (organization_id, software_id, number)
    SELECT ${organizationId}::uuid, given.software_id, given.number
      FROM unnest(${softwareIds}::uuid[], ${numbers.map(([, number]) => number)}::int[]) AS given(software_id, number)`.execute(
    tx.sql,
  );
}

/** What is kept of an image; `held` as the database reads bits. */
export interface ImageBits {
  readonly id: string;
  readonly projectId: string;
  readonly verified: boolean;
  readonly sortKey: string;
  readonly held: string;
}

export async function writeBits(
  organizationId: OrganizationId,
  tx: Transaction,
  images: readonly ImageBits[],
): Promise<void> {
  await sql`
    INSERT INTO image_bits AS b (organization_id, image_tag_id, project_id, verified, sort_key, held)
    SELECT ${organizationId}::uuid, given.id, given.project_id, given.verified, given.sort_key, given.held
      FROM unnest(
        ${images.map(({ id }) => id)}::uuid[], ${images.map(({ projectId }) => projectId)}::uuid[],
        ${images.map(({ verified }) => verified)}::bool[], ${images.map(({ sortKey }) => sortKey)}::text[],
        ${images.map(({ held }) => held)}::varbit[]
      ) AS given(id, project_id, verified, sort_key, held)
    ON CONFLICT (organization_id, image_tag_id) DO UPDATE
      SET project_id = excluded.project_id, verified = excluded.verified, sort_key = excluded.sort_key, held = excluded.held`.execute(
    tx.sql,
  );
}

/** Removes the bits of images that do not count any more. */
export async function removeBits(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
): Promise<void> {
  await tx.sql
    .deleteFrom('imageBits')
    .where('organizationId', '=', organizationId)
    .where(({ eb, fn, val }) => eb('imageTagId', '=', fn.any(val(imageTagIds))))
    .execute();
}

/** Rows of `id` and what is kept of it, of images that nothing says is not true. */
const kept = (own: RawBuilder<string>) => sql`(
  SELECT b.image_tag_id AS id, b.project_id, b.verified, b.sort_key, b.held FROM image_bits b
   WHERE b.organization_id = ${own} AND b.image_tag_id NOT IN ${queued(own)})`;

const queued = (own: RawBuilder<string>) => sql`(
  SELECT unnest(c.image_tag_ids) FROM image_bits_change c WHERE c.organization_id = ${own})`;

/**
 * Counts the images whose bits are there and say something else than the image, or are not there, and the numbers that leave a
 * gap. All of one moment.
 */
export async function wrongBits(organizationId: OrganizationId, db: Transaction): Promise<number> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ wrong: number }>`
    SELECT (
      SELECT count(*) FROM (
        SELECT i.id, i.project_id, i.verified, i.sort_key, i.software_ids FROM image_tag i
         WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND i.id NOT IN ${queued(own)}
      ) i FULL JOIN ${kept(own)} b ON b.id = i.id
      WHERE (b.project_id, b.verified, b.sort_key) IS DISTINCT FROM (i.project_id, i.verified, i.sort_key)
         OR bit_count(b.held) <> cardinality(i.software_ids)
         OR EXISTS (
           SELECT FROM unnest(i.software_ids) AS one(id)
             LEFT JOIN (
               SELECT n.software_id, n.number FROM software_number n WHERE n.organization_id = ${own}
             ) n ON n.software_id = one.id
            WHERE n.number IS NULL OR substring(b.held FROM n.number + 1 FOR 1) <> B'1')
    )::int + (
      SELECT coalesce(max(n.number) + 1, 0) - count(*) FROM software_number n WHERE n.organization_id = ${own}
    )::int AS wrong`.execute(db.sql);
  return rows[0]?.wrong ?? 0;
}

/** Forgets the bits of all images, and all numbers, and has them made anew; until then the images are read. */
export async function queueAll(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  for (const table of ['imageBits', 'softwareNumber', 'imageBitsChange'] as const)
    await tx.sql.deleteFrom(table).where('organizationId', '=', organizationId).execute();
  const images = await tx.sql
    .selectFrom('imageTag')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .execute();
  const ids = images.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += QUEUED_TOGETHER)
    await sql`
      INSERT INTO image_bits_change (organization_id, id, image_tag_ids)
      VALUES (${organizationId}, gen_random_uuid(), ${ids.slice(from, from + QUEUED_TOGETHER)}::uuid[])`.execute(
      tx.sql,
    );
}

/** Images of one row of the queue, as many as the triggers put there. */
const QUEUED_TOGETHER = 500;
