import { sql, type RawBuilder } from 'kysely';
import { EVIDENCE_DEGREES, type EvidenceDegree } from '@/domain/evidence/degree';
import { holds, isKnownToHold, type Past } from '@/server/past/sql';

/**
 * Pieces of SQL that say how well an end is known. See .github/decisions/0091-degrees-of-evidence.md, and of days before
 * .github/decisions/0108-what-was-known-on-a-day.md.
 */

/** Whether the catalog has cycle `c`, by the name that scanners gave its product. Plan: catalog_name, then catalog_cycle, by their keys. */
const IS_CATALOGED = sql`EXISTS (
  SELECT FROM catalog_name n JOIN catalog_cycle k ON k.product_id = n.product_id
   WHERE n.name_key = c.search_text AND k.name = c.cycle)`;

/** Whether the catalog had it when a day was over. Plan: one probe of catalog_cycle_interval's primary key. */
const wasCataloged = (past: Past) => sql`EXISTS (
  SELECT FROM catalog_cycle_interval known
   WHERE known.name_key = c.search_text AND known.cycle = c.cycle AND ${isKnownToHold('known', past)})`;

/** Whether own product `o` has a release cycle of a name: what it lacks is the catalog's still. */
const hasCycle = (name: RawBuilder<string>) =>
  sql<boolean>`o.document -> 'cycles' @> jsonb_build_array(jsonb_build_object('name', ${name}))`;

/** The organization's own products by the name of cycle `c`. Plan: own_product, of which most have none. */
const OWN_PRODUCTS = sql`own_product o WHERE o.organization_id = c.organization_id AND c.search_text = ANY(o.name_keys)`;

/** Whether the organization has cycle `c` in a product of its own by that name. */
const IS_OWN = sql`EXISTS (SELECT FROM ${OWN_PRODUCTS} AND ${hasCycle(sql`c.cycle`)})`;

/**
 * Whether it had such a product when a day was over, with the cycle as far as is known: one that is there still is taken to
 * have had the cycles of today, one that is gone all. Plan: one probe of own_product_interval's primary key.
 */
const wasOwn = (past: Past) => sql`(EXISTS (
  SELECT FROM own_product_interval known
   WHERE known.organization_id = c.organization_id AND known.name_key = c.search_text AND ${isKnownToHold('known', past)})
  AND coalesce((SELECT bool_or(${hasCycle(sql`c.cycle`)}) FROM ${OWN_PRODUCTS}), true))`;

/**
 * Whether the word of scanners on cycle `c` is that of an SBOM, which its component carries. One finding tells of all: no
 * scanner has those names. Plan: software by its cycle, one finding by finding_open_software_idx, its components.
 */
const IS_CARRIED = isCarriedBy(
  sql`finding d WHERE d.organization_id = c.organization_id AND d.software_id = w.id AND d.is_open`,
);

/** Whether it was when a day was over. Plan: as above, one interval by (organization, software, time). */
const wasCarried = (past: Past) =>
  isCarriedBy(sql`finding_interval seen
          JOIN finding d ON d.organization_id = c.organization_id AND d.id = seen.finding_id
         WHERE seen.organization_id = c.organization_id AND seen.software_id = w.id AND ${holds('seen', past)}`);

/** @param findings of software `w`, as `d`, with a condition */
function isCarriedBy(findings: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
  SELECT FROM (
    SELECT one.component_ids
      FROM software w
     CROSS JOIN LATERAL (SELECT d.component_ids FROM ${findings} LIMIT 1) one
     WHERE w.organization_id = c.organization_id AND w.software_cycle_id = c.id
     LIMIT 1) one
    JOIN component q ON q.organization_id = c.organization_id AND q.id = ANY(one.component_ids)
   WHERE q.carried IS NOT NULL)`;
}

/**
 * The degree of evidence of cycle `c` of software: whose word its end is. A cycle without an end is the catalog's where
 * the catalog has it, which then says that it goes on; else nobody says anything.
 * @param past the day by whose knowledge it is told, that of `c`; null: today
 */
export function evidenceOfCycleAt(past: Past | null): RawBuilder<EvidenceDegree> {
  return sql`(CASE
  WHEN c.eol_source = 'contract' THEN 'contract'
  WHEN c.eol_source = 'override' THEN 'own'
  WHEN c.eol_source = 'inferred' THEN 'inferred'
  WHEN ${past ? wasOwn(past) : IS_OWN} THEN 'own'
  WHEN c.eol_source = 'scanner' AND c.eol_on IS NOT NULL AND ${past ? wasCarried(past) : IS_CARRIED} THEN 'sbom'
  WHEN c.eol_on IS NOT NULL OR ${past ? wasCataloged(past) : IS_CATALOGED} THEN 'catalog'
  ELSE 'unknown' END)`;
}

/** {@link evidenceOfCycleAt} as a column. */
export const evidenceAt = (past: Past | null) => evidenceOfCycleAt(past).as('evidence');

/** The degree of evidence of cycle `c` of software today. */
export const evidenceOfCycle: RawBuilder<EvidenceDegree> = evidenceOfCycleAt(null);

/** {@link evidenceOfCycle} as a column. */
export const EVIDENCE = evidenceAt(null);

/** What is known of component `k` from its registry alone, as `f`. Plan: component_fact by its primary key. */
export const JOINED_FACT = sql`LEFT JOIN component_fact f ON f.organization_id = k.organization_id AND f.component_id = k.id`;

/** The degree of evidence of component `k` that is matched to a cycle of the catalog, or of an own product, with no end. */
export const evidenceOfMatch: RawBuilder<EvidenceDegree> = sql`(CASE WHEN EXISTS (
  SELECT FROM own_product o WHERE o.organization_id = k.organization_id AND o.slug = k.match_product
    AND ${hasCycle(sql`k.match_cycle`)})
  THEN 'own' ELSE 'catalog' END)`;

/** The ecosystem of component `k`: the type of its package URL, else what the scanner calls it. */
export const ECOSYSTEM: RawBuilder<string> = sql`coalesce(
  lower(substring(k.purl FROM '^pkg:/*([A-Za-z0-9.+-]+)/')), nullif(k.type, ''), 'other')`;

/**
 * The degrees of everything that live images hold, as a relation `(place_id, component_id, ecosystem, evidence)`: one row for
 * each component in each place. A component of several images of a place has the best of its degrees there.
 *
 * Plan: the live image tags, their inventories' arrays by primary key, the organization's components by hash, its cycles by
 * (organization, cycle_key): half a second for a million packages in images.
 * @param place the id of the place of image tag `i` of project `p`, as SQL
 * @param isCounted which image tags `i` count
 */
export function heldDegrees(
  own: RawBuilder<string>,
  place: RawBuilder<string | null>,
  isCounted: RawBuilder<boolean> = sql`true`,
): RawBuilder<{
  placeId: string | null;
  componentId: string;
  ecosystem: string;
  evidence: EvidenceDegree;
}> {
  return sql`(
    WITH holders AS MATERIALIZED (
      SELECT DISTINCT ${place} AS place_id, i.inventory_id, p.id AS project_id, p.owner_team_id AS team_id,
             i.distribution_cycle IS NOT NULL AS is_of_known_system
        FROM image_tag i JOIN project p ON p.organization_id = ${own} AND p.id = i.project_id
       WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND i.inventory_id IS NOT NULL AND ${isCounted}),
    covered AS MATERIALIZED (
      SELECT v.upstream_id AS cycle_id, t.scope, t.project_id, t.team_id
        FROM software_cycle v JOIN contract t ON t.organization_id = ${own} AND t.id = v.contract_id
         -- Of one whose first day was moved ahead, what it covered is there still.
         AND t.has_begun
       WHERE v.organization_id = ${own} AND v.contract_id IS NOT NULL AND v.eol_source = 'contract'),
    of_scanners AS MATERIALIZED (
      SELECT DISTINCT ON (named.id) named.id, ${evidenceOfCycle} AS evidence
        FROM finding d
       CROSS JOIN LATERAL unnest(d.component_ids) AS named(id)
        JOIN software s ON s.organization_id = ${own} AND s.id = d.software_id
        JOIN software_cycle c ON c.organization_id = ${own} AND c.id = s.software_cycle_id
       WHERE d.organization_id = ${own} AND d.is_open
       ORDER BY named.id, c.eol_on IS NULL, c.cycle),
    known AS MATERIALIZED (
      SELECT k.id, ${ECOSYSTEM} AS ecosystem, k.match_state, c.id AS cycle_id,
             CASE WHEN k.match_state = 'image_distribution' AND k.match_cycle IS NULL THEN NULL
                  WHEN c.id IS NOT NULL THEN ${evidenceOfCycle}
                  WHEN of_scanners.evidence <> 'unknown' THEN of_scanners.evidence
                  WHEN f.degree = 'registry' THEN 'registry'
                  WHEN k.match_cycle IS NOT NULL THEN ${evidenceOfMatch}
                  ELSE coalesce(f.degree, 'unknown') END AS evidence
        FROM component k
        LEFT JOIN software_cycle c ON c.organization_id = ${own} AND c.cycle_key = k.match_cycle_key
        LEFT JOIN of_scanners ON of_scanners.id = k.id
        ${JOINED_FACT}
       WHERE k.organization_id = ${own}),
    held AS (
      SELECT h.place_id, known.id AS component_id, known.ecosystem,
             CASE WHEN EXISTS (SELECT FROM covered v
                                WHERE v.cycle_id = known.cycle_id
                                  AND (v.scope = 'organization' OR v.project_id = h.project_id OR v.team_id = h.team_id))
                  THEN 'contract'
                  WHEN known.match_state = 'image_distribution' AND h.is_of_known_system THEN 'catalog'
                  ELSE coalesce(known.evidence, 'unknown') END AS evidence
        FROM holders h
        JOIN inventory v ON v.organization_id = ${own} AND v.id = h.inventory_id
       CROSS JOIN LATERAL unnest(v.component_ids) AS one(id)
        JOIN known ON known.id = one.id)
    SELECT place_id, component_id, min(ecosystem) AS ecosystem,
           (ARRAY[${sql.join(EVIDENCE_DEGREES.map((degree) => sql.lit(degree)))}])[min(
             array_position(ARRAY[${sql.join(EVIDENCE_DEGREES.map((degree) => sql.lit(degree)))}], evidence))] AS evidence
      FROM held GROUP BY place_id, component_id)`;
}
