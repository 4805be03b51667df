import { sql } from 'kysely';
import type { CountedDegree, EvidenceCounts, SharePart } from '@/domain/evidence/counts';
import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { evidenceOfCycle, JOINED_FACT } from '@/server/evidence/sql';

/** Finds when an organization was last counted, and at what; null: never. Plan: the primary key. */
export async function findMeasure(organizationId: OrganizationId, db: Transaction) {
  return db.of(organizationId).evidenceMeasure.findFirst({
    select: { measuredAt: true, tookMs: true, images: true, version: true },
  });
}

/**
 * Names what registries say of an organization's components as it is: another text once any of it was written or has gone.
 * It moves by itself, and none of the organization's other numbers with it. Plan: the organization's facts by primary key,
 * of which most components have none.
 */
export async function factsVersion(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<string> {
  const { facts, last } = await db.sql
    .selectFrom('componentFact')
    .select(({ fn }) => [fn.countAll<number>().as('facts'), fn.max('checkedAt').as('last')])
    .where('organizationId', '=', anyOrganization(organizationId))
    .executeTakeFirstOrThrow();
  return `${String(facts)} ${last?.toISOString() ?? ''}`;
}

/**
 * Finds what is another text for an organization once something of it has moved, as far as changes are noted; nothing for one
 * without any. Plan: a walk of the changes that are kept, some for each organization.
 */
export async function findMovements(db: Transaction): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ organizationId: string; state: string }>`
    SELECT organization_id, concat_ws(' ', count(*), max(transaction_id)) AS state
      FROM organization_change GROUP BY organization_id`.execute(db.sql);
  return new Map(rows.map(({ organizationId, state }) => [organizationId, state]));
}

/** Finds live image tags with an inventory, by id, after one of them. Plan: a walk of the primary key. */
export async function imageIdsAfter(
  organizationId: OrganizationId,
  db: Transaction,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const first = db.sql
    .selectFrom('imageTag')
    .select('id')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('deletedAt', 'is', null)
    .where('inventoryId', 'is not', null)
    .orderBy('id')
    .limit(limit);
  const rows = await (after === null ? first : first.where('id', '>', after)).execute();
  return rows.map(({ id }) => id);
}

/** Components of one image, of one type and degree. */
export interface CountRow {
  readonly imageTagId: string;
  readonly name: string;
  readonly tag: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly type: string;
  readonly degree: CountedDegree;
  readonly count: number;
}

/** A package of which nothing is known, in some of the images. */
export interface UnknownRow {
  readonly name: string;
  readonly type: string;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly version: string;
  readonly images: number;
  readonly versions: readonly string[];
}

/** Of a package's versions as many are told apart as are worth a number. */
const MAX_VERSIONS = 20;

/**
 * Counts the components of some images by degree, and finds those of which nothing is known. The degree of a component is
 * the one that its image's list says.
 *
 * Plan: the images and their inventories by primary key, their components and findings likewise; the organization's cycles
 * once. Half a second for 500 images of 300 components.
 * @param like patterns of the organization's own software, for LIKE: of package URLs and of names
 */
export async function countImages(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
  like: readonly string[],
): Promise<{ readonly counts: readonly CountRow[]; readonly unknown: readonly UnknownRow[] }> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ counts: CountRow[] | null; unknown: UnknownRow[] | null }>`
    WITH cycles AS MATERIALIZED (
      SELECT c.id, c.sort_key, c.cycle, ${evidenceOfCycle} AS evidence
        FROM software_cycle c WHERE c.organization_id = ${own}),
    found AS MATERIALIZED (
      SELECT f.image_tag_id, f.component_ids, f.catalog_component_ids, s.artifact_type,
             cycles.sort_key, cycles.cycle, cycles.evidence
        FROM finding f
        JOIN software s ON s.organization_id = ${own} AND s.id = f.software_id
        JOIN cycles ON cycles.id = s.software_cycle_id
       WHERE f.organization_id = ${own} AND f.image_tag_id = ANY(${imageTagIds}::uuid[]) AND f.is_open),
    scanners AS MATERIALIZED (
      SELECT DISTINCT ON (found.image_tag_id, n.id) found.image_tag_id, n.id, found.evidence
        FROM found CROSS JOIN unnest(found.component_ids) AS n(id)
       ORDER BY found.image_tag_id, n.id, found.sort_key, found.cycle),
    of_catalog AS MATERIALIZED (
      SELECT DISTINCT ON (found.image_tag_id, n.id) found.image_tag_id, n.id, found.evidence
        FROM found CROSS JOIN unnest(found.catalog_component_ids) AS n(id)
       ORDER BY found.image_tag_id, n.id, found.sort_key, found.cycle),
    systems AS MATERIALIZED (
      SELECT DISTINCT ON (image_tag_id) image_tag_id, evidence
        FROM found WHERE artifact_type = 'os' ORDER BY image_tag_id, sort_key, cycle),
    own_cycles AS MATERIALIZED (
      SELECT o.slug, e.cycle ->> 'name' AS cycle
        FROM own_product o CROSS JOIN LATERAL jsonb_array_elements(o.document -> 'cycles') AS e(cycle)
       WHERE o.organization_id = ${own}),
    held AS MATERIALIZED (
      SELECT i.id AS image_tag_id, k.id, k.name, k.type, k.version, k.cpes[1] AS cpe,
             regexp_replace(regexp_replace(k.purl, '[?#].*$', ''), '@[^/@]*$', '') || CASE
               -- As withModulePath has it: the rest of the module's path.
               WHEN k.purl LIKE 'pkg:golang/%/%#%' AND k.purl !~ '[?&]type=module'
                 THEN '/' || substring(k.purl FROM '#(.*)$') ELSE '' END AS purl,
             coalesce(nullif(scanners.evidence, 'unknown'), of_catalog.evidence, CASE
               WHEN k.match_state = 'distribution' OR (k.match_state = 'image_distribution' AND decides.cycle IS NOT NULL)
                 THEN coalesce(systems.evidence, 'catalog')
               WHEN k.match_state = 'vendor' THEN CASE
                 WHEN f.degree = 'registry' THEN 'registry'
                 WHEN (k.match_product, k.match_cycle) IN (SELECT slug, cycle FROM own_cycles) THEN 'own' ELSE 'catalog' END
               ELSE f.degree END, 'unknown') AS degree
        FROM image_tag i
        JOIN inventory v ON v.organization_id = ${own} AND v.id = i.inventory_id
        CROSS JOIN unnest(v.component_ids) AS h(id)
        JOIN component k ON k.organization_id = ${own} AND k.id = h.id
        CROSS JOIN LATERAL (SELECT CASE WHEN i.distro IS NULL THEN k.match_cycle ELSE i.distribution_cycle END AS cycle) decides
        LEFT JOIN scanners ON scanners.image_tag_id = i.id AND scanners.id = k.id
        LEFT JOIN of_catalog ON of_catalog.image_tag_id = i.id AND of_catalog.id = k.id
        LEFT JOIN systems ON systems.image_tag_id = i.id
        ${JOINED_FACT}
       WHERE i.organization_id = ${own} AND i.id = ANY(${imageTagIds}::uuid[]) AND i.deleted_at IS NULL),
    told AS MATERIALIZED (
      SELECT held.*, CASE
        WHEN degree = 'unknown' AND (lower(name) LIKE ANY(${[...like]}::text[])
          OR replace(lower(purl), '%40', '@') LIKE ANY(${[...like]}::text[])) THEN 'ours'
        ELSE degree END AS counted
        FROM held),
    counts AS (
      SELECT t.image_tag_id, t.type, t.counted, count(*)::int AS count FROM told t GROUP BY 1, 2, 3),
    packages AS (
      SELECT min(t.name) AS name, t.type, min(t.purl) AS purl, min(t.cpe) AS cpe, max(t.version) AS version,
             count(DISTINCT t.image_tag_id)::int AS images,
             (array_agg(DISTINCT t.version))[1:${sql.lit(MAX_VERSIONS)}] AS versions
        FROM told t WHERE t.counted = 'unknown' GROUP BY t.type, coalesce(t.purl, t.name))
    SELECT (SELECT json_agg(json_build_object('imageTagId', c.image_tag_id, 'name', i.name, 'tag', i.tag,
              'teamId', m.id, 'teamName', m.name, 'type', c.type, 'degree', c.counted, 'count', c.count))
              FROM counts c
              JOIN image_tag i ON i.organization_id = ${own} AND i.id = c.image_tag_id
              JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
              LEFT JOIN team m ON m.organization_id = ${own} AND m.id = p.owner_team_id) AS counts,
           (SELECT json_agg(to_json(packages)) FROM packages) AS unknown`.execute(db.sql);
  const [row] = rows;
  return { counts: row?.counts ?? [], unknown: row?.unknown ?? [] };
}

/** A part of what is held, as it is kept. */
export interface ShareRow {
  readonly part: SharePart;
  readonly position: number;
  readonly recordId: string | null;
  readonly name: string;
  readonly counts: EvidenceCounts;
}

/** A package of which nothing is known, as it is kept. */
export type UnknownPackageRow = Omit<UnknownRow, 'versions'> & {
  readonly position: number;
  readonly versions: number;
};

/** What one counting has found. */
export interface Measured {
  readonly day: Day;
  readonly measuredAt: Date;
  readonly tookMs: number;
  readonly images: number;
  readonly version: string;
  readonly counts: EvidenceCounts;
  readonly shares: readonly ShareRow[];
  readonly unknown: readonly UnknownPackageRow[];
}

/** Keeps what was counted in the place of what was before it; the day's counts stay when other days come. */
export async function keepMeasured(
  organizationId: OrganizationId,
  tx: Transaction,
  { day, measuredAt, tookMs, images, version, counts, shares, unknown }: Measured,
): Promise<void> {
  const measure = { measuredAt, tookMs, images, version };
  await tx.sql
    .insertInto('evidenceMeasure')
    .values({ organizationId, ...measure })
    .onConflict((known) => known.column('organizationId').doUpdateSet(measure))
    .execute();
  const kept = { counts: JSON.stringify(counts) };
  await tx.sql
    .insertInto('evidenceDay')
    .values({ organizationId, day, ...kept })
    .onConflict((known) => known.columns(['organizationId', 'day']).doUpdateSet(kept))
    .execute();
  await tx.sql.deleteFrom('evidenceShare').where('organizationId', '=', organizationId).execute();
  await tx.sql.deleteFrom('unknownPackage').where('organizationId', '=', organizationId).execute();
  if (shares.length > 0) {
    const rows = shares.map((share) => ({
      ...{ ...share, organizationId, counts: JSON.stringify(share.counts) },
    }));
    await tx.sql.insertInto('evidenceShare').values(rows).execute();
  }
  if (unknown.length > 0) {
    const rows = unknown.map((one) => ({ ...one, organizationId }));
    await tx.sql.insertInto('unknownPackage').values(rows).execute();
  }
}
