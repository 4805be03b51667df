import { dayOf, type Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/**
 * Joins to a relation `c` (search_text, cycle) what is known of each cycle's end beside what scanners say, as
 * `facts` (catalog_eol_on, catalog_ended, catalog_inferred_from, override_eol_on). An own product comes before the
 * catalogue's; an override counts by the name that scanners use, and by the product's own. What follows from cycles
 * that the catalogue has is said of numbers that it has no cycle for, as `inferredCycleOf` has it.
 *
 * Plan: catalog_name by its key, catalog_cycle by (product_id, name), for what it has no cycle of a handful of ranges
 * by product, then the organization's overlays, which most have none of.
 */
function factsOf(organization: string, today: string): string {
  return `
    LEFT JOIN catalog_name n ON n.name_key = c.search_text
    LEFT JOIN catalog_product p ON p.id = n.product_id
    LEFT JOIN catalog_cycle k ON k.product_id = n.product_id AND k.name = c.cycle
    LEFT JOIN catalog_lifecycle l ON l.cycle_id = k.id AND l.level = 'STANDARD_SUPPORT'
    LEFT JOIN LATERAL (
      SELECT o.name_keys[1] AS name_key, e.cycle -> 'supportedUntil' AS until
        FROM own_product o
       CROSS JOIN LATERAL jsonb_array_elements(o.document -> 'cycles') AS e(cycle)
       WHERE o.organization_id = ${organization} AND c.search_text = ANY(o.name_keys)
         AND e.cycle ->> 'name' = c.cycle
       ORDER BY o.slug LIMIT 1
    ) own ON true
    LEFT JOIN LATERAL (
      SELECT v.eol_on FROM lifecycle_override v
       WHERE v.organization_id = ${organization} AND v.cycle = c.cycle
         AND v.name_key IN (c.search_text, own.name_key, p.search_text)
       ORDER BY v.name_key = c.search_text DESC, v.id LIMIT 1
    ) override ON true
    LEFT JOIN LATERAL (
      SELECT o.from_cycle
        FROM catalog_older_line o
       CROSS JOIN LATERAL (
         SELECT CASE WHEN c.cycle ~ '^[0-9]{1,9}([.][0-9]{1,9})*$'
                     THEN string_to_array(c.cycle, '.')::bigint[] END AS numbers) named
       WHERE o.product_id = n.product_id AND k.id IS NULL AND own.name_key IS NULL AND o.since <= ${today}
         AND cardinality(named.numbers) = o.parts
         AND named.numbers[1:cardinality(o.after)] > o.after
         AND named.numbers[1:cardinality(o.before)] < o.before
       ORDER BY o.position LIMIT 1
    ) older ON true
    CROSS JOIN LATERAL (
      SELECT override.eol_on AS override_eol_on, older.from_cycle AS catalog_inferred_from,
        CASE WHEN own.name_key IS NULL THEN l.ends_on
             WHEN jsonb_typeof(own.until) = 'string' THEN (own.until #>> '{}')::date END AS catalog_eol_on,
        CASE WHEN own.name_key IS NULL THEN coalesce(l.ended, false)
             ELSE coalesce(own.until = 'true'::jsonb, false) END AS catalog_ended
    ) facts`;
}

/**
 * Of a software cycle `c`, the name of the cycle that its end was concluded from; null where somebody says it, or
 * nothing is known of it.
 */
export const ESTIMATED_FROM = `CASE WHEN c.eol_source = 'inferred' THEN c.catalog_inferred_from END`;

/** What is known of a cycle's end beside what scanners say. */
export interface CatalogFacts {
  readonly cycleKey: string;
  readonly catalogEolOn: Day | null;
  readonly catalogEnded: boolean;
  /** The cycle of the catalogue that its end is concluded from; null: that of one that it has, or of none. */
  readonly catalogInferredFrom: string | null;
  readonly overrideEolOn: Day | null;
}

/** The facts of cycles that are about to be stored, by cycle key. Hold the catalogue with `shareCatalog` first. */
export async function findCatalogFacts(
  organizationId: OrganizationId,
  tx: Transaction,
  cycles: readonly { cycleKey: string; searchText: string; cycle: string }[],
  today: Day,
): Promise<ReadonlyMap<string, CatalogFacts>> {
  const rows = await tx.query<CatalogFacts>(
    `SELECT c.cycle_key AS "cycleKey", facts.catalog_eol_on AS "catalogEolOn",
            facts.catalog_ended AS "catalogEnded", facts.catalog_inferred_from AS "catalogInferredFrom",
            facts.override_eol_on AS "overrideEolOn"
       FROM json_to_recordset($2) AS given("cycleKey" uuid, "searchText" text, cycle text)
      CROSS JOIN LATERAL (SELECT given."cycleKey" AS cycle_key, given."searchText" AS search_text, given.cycle) c
      ${factsOf('$1', '$3::date')}`,
    [organizationId, JSON.stringify(cycles), today],
  );
  return new Map(rows.map((row) => [row.cycleKey, row]));
}

/**
 * `effectiveEnd` of `src/domain/eol/effective-end.ts` over a software cycle `c` and its `facts`: the two must
 * say the same, which `follow.integration.test.ts` sees to.
 */
const EFFECTIVE_END = `
  eol_on = coalesce(facts.override_eol_on, facts.catalog_eol_on, c.scanner_eol_on,
                    CASE WHEN facts.catalog_ended OR c.scanner_ended OR facts.catalog_inferred_from IS NOT NULL
                         THEN c.first_seen_on END),
  eol_on_known = coalesce(facts.override_eol_on, facts.catalog_eol_on, c.scanner_eol_on) IS NOT NULL,
  eol_source = (CASE WHEN facts.override_eol_on IS NOT NULL THEN 'override'
                     WHEN facts.catalog_eol_on IS NOT NULL THEN 'catalog'
                     WHEN c.scanner_eol_on IS NOT NULL THEN 'scanner'
                     WHEN facts.catalog_ended THEN 'catalog'
                     WHEN c.scanner_ended OR facts.catalog_inferred_from IS NULL THEN 'scanner'
                     ELSE 'inferred' END)::eol_source`;

/**
 * Makes the software cycles of one organization (null: of all) say what the catalogue and the organization's
 * own dates say, and tells how many did not. Rows are taken in the order of their keys, as uploads take them.
 *
 * Plan: hash joins over all cycles with the catalogue; only rows that differ are locked and written.
 */
export async function followCatalog(
  tx: Transaction,
  organizationId: OrganizationId | null,
  at: Date,
): Promise<number> {
  const [row] = await tx.query<{ changed: number }>(
    `WITH facts AS (
       SELECT c.organization_id, c.id, facts.*
         FROM software_cycle c ${factsOf('c.organization_id', '$3::date')}
        WHERE ($1::uuid IS NULL OR c.organization_id = $1)
          AND (c.catalog_eol_on, c.catalog_ended, c.catalog_inferred_from, c.override_eol_on)
              IS DISTINCT FROM (facts.catalog_eol_on, facts.catalog_ended, facts.catalog_inferred_from,
                                facts.override_eol_on)
        ORDER BY c.organization_id, c.cycle_key
          FOR NO KEY UPDATE OF c
     ), changed AS (
       UPDATE software_cycle c
          SET catalog_eol_on = facts.catalog_eol_on, catalog_ended = facts.catalog_ended,
              catalog_inferred_from = facts.catalog_inferred_from,
              override_eol_on = facts.override_eol_on, ${EFFECTIVE_END}, updated_at = $2
         FROM facts
        WHERE c.organization_id = facts.organization_id AND c.id = facts.id
       RETURNING 1
     )
     SELECT count(*) AS changed FROM changed`,
    [organizationId, at, dayOf(at)],
  );
  return row?.changed ?? 0;
}
