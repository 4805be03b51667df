import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/**
 * Joins to a relation `c` (search_text, cycle) what is known of each cycle's end beside what scanners say, as
 * `facts` (catalog_eol_on, catalog_ended, override_eol_on). An own product comes before the catalogue's; an
 * override counts by the name that scanners use, and by the product's own.
 *
 * Plan: catalog_name by its key, catalog_cycle by (product_id, name), then the organization's overlays, which
 * most have none of.
 */
function factsOf(organization: string): string {
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
    CROSS JOIN LATERAL (
      SELECT override.eol_on AS override_eol_on,
        CASE WHEN own.name_key IS NULL THEN l.ends_on
             WHEN jsonb_typeof(own.until) = 'string' THEN (own.until #>> '{}')::date END AS catalog_eol_on,
        CASE WHEN own.name_key IS NULL THEN coalesce(l.ended, false)
             ELSE coalesce(own.until = 'true'::jsonb, false) END AS catalog_ended
    ) facts`;
}

/** What is known of a cycle's end beside what scanners say. */
export interface CatalogFacts {
  readonly cycleKey: string;
  readonly catalogEolOn: Day | null;
  readonly catalogEnded: boolean;
  readonly overrideEolOn: Day | null;
}

/** The facts of cycles that are about to be stored, by cycle key. Hold the catalogue with `shareCatalog` first. */
export async function findCatalogFacts(
  organizationId: OrganizationId,
  tx: Transaction,
  cycles: readonly { cycleKey: string; searchText: string; cycle: string }[],
): Promise<ReadonlyMap<string, CatalogFacts>> {
  const rows = await tx.query<CatalogFacts>(
    `SELECT c.cycle_key AS "cycleKey", facts.catalog_eol_on AS "catalogEolOn",
            facts.catalog_ended AS "catalogEnded", facts.override_eol_on AS "overrideEolOn"
       FROM json_to_recordset($2) AS given("cycleKey" uuid, "searchText" text, cycle text)
      CROSS JOIN LATERAL (SELECT given."cycleKey" AS cycle_key, given."searchText" AS search_text, given.cycle) c
      ${factsOf('$1')}`,
    [organizationId, JSON.stringify(cycles)],
  );
  return new Map(rows.map((row) => [row.cycleKey, row]));
}

/**
 * `effectiveEnd` of `src/domain/eol/effective-end.ts` over a software cycle `c` and its `facts`: the two must
 * say the same, which `follow.integration.test.ts` sees to.
 */
const EFFECTIVE_END = `
  eol_on = coalesce(facts.override_eol_on, facts.catalog_eol_on, c.scanner_eol_on,
                    CASE WHEN facts.catalog_ended OR c.scanner_ended THEN c.first_seen_on END),
  eol_on_known = coalesce(facts.override_eol_on, facts.catalog_eol_on, c.scanner_eol_on) IS NOT NULL,
  eol_source = (CASE WHEN facts.override_eol_on IS NOT NULL THEN 'override'
                     WHEN facts.catalog_eol_on IS NOT NULL THEN 'catalog'
                     WHEN c.scanner_eol_on IS NOT NULL THEN 'scanner'
                     WHEN facts.catalog_ended THEN 'catalog' ELSE 'scanner' END)::eol_source`;

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
         FROM software_cycle c ${factsOf('c.organization_id')}
        WHERE ($1::uuid IS NULL OR c.organization_id = $1)
          AND (c.catalog_eol_on, c.catalog_ended, c.override_eol_on)
              IS DISTINCT FROM (facts.catalog_eol_on, facts.catalog_ended, facts.override_eol_on)
        ORDER BY c.organization_id, c.cycle_key
          FOR NO KEY UPDATE OF c
     ), changed AS (
       UPDATE software_cycle c
          SET catalog_eol_on = facts.catalog_eol_on, catalog_ended = facts.catalog_ended,
              override_eol_on = facts.override_eol_on, ${EFFECTIVE_END}, updated_at = $2
         FROM facts
        WHERE c.organization_id = facts.organization_id AND c.id = facts.id
       RETURNING 1
     )
     SELECT count(*) AS changed FROM changed`,
    [organizationId, at],
  );
  return row?.changed ?? 0;
}
