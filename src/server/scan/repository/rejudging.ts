import { sql } from 'kysely';
import { identityOf } from '@/domain/identifiers/identity';
import type { ItemOwner } from '@/domain/message/software-key';
import type { Day } from '@/domain/eol/calendar';
import { manyHoldings } from '@/server/holding/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { type DeniedSoftware, noteOver, ownerSql, type ReleasedSoftware } from './denied';

/**
 * Lists the organizations with images that were denied, and in what state is all that decides on them beside their scans:
 * policies, waivers and contracts. One without projects has none. It begins with a table that is spread: a database that is
 * looks from each row of such a one at others of the same organization, and not from one that is on every machine. Plan: all
 * projects by their key, grouped; for each organization a look into the front of its denied software, and its policies, waivers
 * and contracts, of which there are some hundreds. Each of them counts with the moment of its last change: the last moment of
 * all would not tell of a change after the clock was set back.
 */
export async function findOrganizationsWithDenied(
  db: Transaction,
): Promise<{ readonly organizationId: string; readonly rules: string }[]> {
  const { rows } = await sql<{ readonly organizationId: string; readonly rules: string }>`
    SELECT o.organization_id, concat_ws(' ',
           (SELECT concat(count(*), ' ', sum(hashtextextended(concat(p.id, p.updated_at), 0)))
              FROM policy p WHERE p.organization_id = o.organization_id),
           (SELECT concat(count(*), ' ', sum(hashtextextended(concat(w.id, w.updated_at), 0)))
              FROM waiver w WHERE w.organization_id = o.organization_id),
           (SELECT concat(count(*), ' ', sum(hashtextextended(concat(k.id, k.updated_at), 0)), ' ',
                          count(*) FILTER (WHERE k.has_begun))
              FROM contract k WHERE k.organization_id = o.organization_id)) AS rules
      FROM (SELECT organization_id FROM project GROUP BY organization_id) o
     WHERE EXISTS (SELECT FROM denied_software d WHERE d.organization_id = o.organization_id)`.execute(
    db.sql,
  );
  return rows;
}

/** Software of an image that was denied for it, and the tag of the image that was scanned last. */
export interface KeptDenial {
  readonly imageKey: string;
  readonly imageTagId: string;
  readonly itemKey: string;
  readonly productName: string;
  readonly cycle: string;
  readonly isLetThrough: boolean;
}

/**
 * Lists what some images were denied for, the next after one in the order of their keys; those of which no tag is left are
 * not among them.
 * @returns also the last image that was looked at; null: there are no more
 */
export async function findKeptDenials(
  organizationId: OrganizationId,
  db: Transaction,
  after: string,
  most: number,
): Promise<{ readonly last: string | null; readonly denials: readonly KeptDenial[] }> {
  const page = await db.sql
    .selectFrom('deniedSoftware')
    .select('imageKey')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('imageKey', '>', after)
    .orderBy('imageKey')
    .limit(most)
    .execute();
  const keys = page.map(({ imageKey }) => imageKey);
  if (keys.length === 0) return { last: null, denials: [] };
  const { rows: denials } = await sql<KeptDenial>`
    WITH image AS (
      SELECT DISTINCT image_key, project_id, canonical_name FROM denied_software
       WHERE organization_id = ${organizationId} AND image_key = ANY(${keys}::uuid[])),
    tag AS (
      SELECT DISTINCT ON (image.image_key) image.image_key, t.id
        FROM image
        JOIN image_tag t ON t.organization_id = ${organizationId} AND t.project_id = image.project_id
         AND t.canonical_name = image.canonical_name AND t.deleted_at IS NULL
       ORDER BY image.image_key, t.latest_scan_at DESC, t.id DESC)
    SELECT d.image_key, tag.id AS image_tag_id, d.item_key, d.product_name, d.cycle,
           d.let_through_at IS NOT NULL AS is_let_through
      FROM denied_software d
      JOIN tag ON tag.image_key = d.image_key
     WHERE d.organization_id = ${organizationId} AND d.image_key = ANY(${keys}::uuid[])`.execute(
    db.sql,
  );
  return { last: keys.at(-1) ?? null, denials };
}

/** Notes which of what images were denied for passes now. */
export async function putLetThrough(
  organizationId: OrganizationId,
  tx: Transaction,
  denials: readonly Pick<KeptDenial, 'imageKey' | 'itemKey' | 'isLetThrough'>[],
  at: Date,
): Promise<void> {
  if (denials.length === 0) return;
  await sql`
    UPDATE denied_software d
       SET let_through_at = CASE WHEN n.is_let_through THEN ${at}::timestamptz END
      FROM unnest(${denials.map(({ imageKey }) => imageKey)}::uuid[],
                  ${denials.map(({ itemKey }) => itemKey)}::text[],
                  ${denials.map(({ isLetThrough }) => isLetThrough)}::boolean[])
           AS n (image_key, item_key, is_let_through)
     WHERE d.organization_id = ${organizationId} AND d.image_key = n.image_key AND d.item_key = n.item_key`.execute(
    tx.sql,
  );
}

/**
 * Takes items that were said to be denied and for which no image is, and notes that this is said. Plan: all of the
 * organization's denied software, as the index by item has it.
 */
export async function takeLetThrough(
  organizationId: OrganizationId,
  tx: Transaction,
  most: number,
): Promise<ReleasedSoftware[]> {
  const { rows } = await sql<ReleasedSoftware>`
    SELECT d.*, ${ownerSql} AS owner
      FROM (SELECT item_key, min(product_name) AS product_name, min(cycle) AS cycle, team_id
              FROM denied_software WHERE organization_id = ${organizationId}
             GROUP BY item_key, team_id
            HAVING bool_or(is_told) AND bool_and(let_through_at IS NOT NULL)
             ORDER BY item_key LIMIT ${most}) d
      LEFT JOIN team w ON w.organization_id = ${organizationId} AND w.id = d.team_id`.execute(
    tx.sql,
  );
  const keys = rows.map(({ itemKey }) => itemKey);
  await noteOver(organizationId, tx, keys);
  return rows;
}

/** Software for which images of an owner are denied again. */
export interface DeniedAgain extends DeniedSoftware {
  readonly owner: ItemOwner | null;
  readonly images: number;
  readonly projects: number;
  /** Names of some of the images. */
  readonly named: readonly string[];
  /** The first day on which its support ends in any of them, by their contracts; null: none is known. */
  readonly endsOn: Day | null;
}

/** Takes items for which images are denied again, and notes that this is said. Plan: as that of {@link takeLetThrough}. */
export async function takeDeniedAgain(
  organizationId: OrganizationId,
  tx: Transaction,
  { most, mostNamed, at }: { readonly most: number; readonly mostNamed: number; readonly at: Date },
): Promise<DeniedAgain[]> {
  const { rows } = await sql<Omit<DeniedAgain, 'endsOn'>>`
    SELECT d.*, ${ownerSql} AS owner
      FROM (SELECT item_key, min(product_name) AS product_name, min(cycle) AS cycle, team_id,
                   count(*)::int AS images, count(DISTINCT project_id)::int AS projects,
                   (array_agg(canonical_name ORDER BY canonical_name))[1:${mostNamed}] AS named
              FROM denied_software
             WHERE organization_id = ${organizationId} AND let_through_at IS NULL AND NOT is_told
             GROUP BY item_key, team_id ORDER BY item_key LIMIT ${most}) d
      LEFT JOIN team w ON w.organization_id = ${organizationId} AND w.id = d.team_id`.execute(
    tx.sql,
  );
  // Before it is noted that they are said: they are told from others by that.
  const ends = await findEndsOf(organizationId, tx, rows);
  await tx.of(organizationId).deniedSoftware.updateMany({
    where: {
      ...{ itemKey: { in: rows.map(({ itemKey }) => itemKey) } },
      ...{ letThroughAt: null, isTold: false },
    },
    data: { isTold: true, toldAt: at },
  });
  return rows.map((row) => ({ ...row, endsOn: ends.get(row.itemKey) ?? null }));
}

/**
 * Finds the first known end of each item's software in the projects whose images are denied again for it: which contract
 * covers it is said by project.
 *
 * Plan: the items' rows by the index by item; cycles by key, those of them under contracts by (organization_id, upstream_id);
 * what projects hold of their software as `manyHoldings`, against both by hash.
 */
async function findEndsOf(
  organizationId: OrganizationId,
  db: Transaction,
  items: readonly DeniedSoftware[],
): Promise<ReadonlyMap<string, Day>> {
  if (items.length === 0) return new Map();
  const own = anyOrganization(organizationId);
  const given = items.map(({ itemKey, productName, cycle }) => ({
    itemKey,
    cycleKey: identityOf(productName, cycle),
  }));
  const isAsked = sql<boolean>`software_id IN (SELECT software_id FROM asked)`;
  const { rows } = await sql<{ readonly itemKey: string; readonly endsOn: Day }>`
    WITH given AS MATERIALIZED (
      SELECT g."itemKey" AS item_key, g."cycleKey" AS cycle_key
        FROM json_to_recordset(${JSON.stringify(given)}) AS g("itemKey" text, "cycleKey" uuid)),
    asked AS MATERIALIZED (
      SELECT g.item_key, s.id AS software_id, c.eol_on
        FROM given g
        JOIN software_cycle u ON u.organization_id = ${own} AND u.cycle_key = g.cycle_key
       CROSS JOIN LATERAL (
         SELECT u.id, u.eol_on, u.eol_on_known
         UNION ALL
         SELECT v.id, v.eol_on, v.eol_on_known
           FROM software_cycle v WHERE v.organization_id = ${own} AND v.upstream_id = u.id) c
        JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
       WHERE c.eol_on_known AND c.eol_on IS NOT NULL),
    again AS MATERIALIZED (
      SELECT DISTINCT d.item_key, d.project_id
        FROM denied_software d
       WHERE d.organization_id = ${own} AND d.item_key IN (SELECT item_key FROM given)
         AND d.let_through_at IS NULL AND NOT d.is_told)
    SELECT again.item_key, min(asked.eol_on) AS ends_on
      FROM ${manyHoldings(own, { software: isAsked })} h
      JOIN asked ON asked.software_id = h.software_id
      JOIN again ON again.item_key = asked.item_key AND again.project_id = h.project_id
     GROUP BY again.item_key`.execute(db.sql);
  return new Map(rows.map(({ itemKey, endsOn }) => [itemKey, endsOn]));
}
