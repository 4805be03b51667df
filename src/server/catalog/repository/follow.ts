import { sql, type RawBuilder, type Selectable } from 'kysely';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { ownNames } from '@/server/coverage/sql';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

/**
 * What the organization says itself of software, by the names that scanners may give it: relations to be put after WITH,
 * for {@link factsOf}. `src/domain/catalog/stand-ins.ts` says the same: beside {@link ownNames} which of the organization's
 * dates counts of several for one product: `own_date`, by the own product that has the cycle (`of_own`), or where none has
 * it (`eol_on`).
 * `stand-ins.integration.test.ts` holds the two together.
 *
 * Plan: the organization's own products and dates, a thousand of each at most, with probes of catalog_name and
 * catalog_product by their keys; most organizations have neither.
 */
const ownFacts = (organization: RawBuilder<string>) => sql`
    ${ownNames(organization)},
    own_key AS MATERIALIZED (
      SELECT m.key, array_agg(m.id ORDER BY m.is_base, m.id) AS ids FROM own_name m GROUP BY m.key),
    own_override AS MATERIALIZED (
      SELECT v.name_key, v.cycle, v.eol_on, n.product_id, (p.search_text = v.name_key) IS TRUE AS is_catalogs
        FROM lifecycle_override v
        LEFT JOIN catalog_name n ON n.name_key = v.name_key
        LEFT JOIN catalog_product p ON p.id = n.product_id
       WHERE v.organization_id = ${organization}),
    own_date AS MATERIALIZED (
      SELECT d.key, d.cycle, jsonb_object_agg(d.owner, d.eol_on) FILTER (WHERE d.owner IS NOT NULL) AS of_own,
             (array_agg(d.eol_on ORDER BY d.owner) FILTER (
                WHERE d.is_base OR NOT EXISTS (SELECT FROM catalog_name n WHERE n.name_key = d.key)))[1] AS eol_on
        FROM (
          SELECT DISTINCT ON (reached.key, reached.cycle, reached.owner) reached.*
            FROM (
              SELECT v.*, same.key, same.id AS owner, same.is_base, same.name_key = v.name_key AS is_own
                FROM own_override v JOIN own_name mine ON mine.key = v.name_key JOIN own_name same ON same.id = mine.id
              UNION ALL
              SELECT v.*, n.name_key, NULL, true, false
                FROM own_override v JOIN catalog_name n ON n.product_id = v.product_id
              UNION ALL
              SELECT v.*, v.name_key, NULL, false, false FROM own_override v) reached
           ORDER BY reached.key, reached.cycle, reached.owner, reached.is_base DESC, reached.is_own DESC,
                    reached.is_catalogs DESC, reached.name_key COLLATE "C") d
       GROUP BY d.key, d.cycle)`;

/**
 * Joins to a relation `c` (search_text, cycle) the facts of each cycle's end from other sources than scanners, as
 * `facts` (catalog_eol_on, catalog_ended, catalog_inferred_from, override_eol_on). An own product comes before the
 * catalog's; an override counts by every name of the product that it names. A number that the catalog
 * has no cycle for takes what follows from the cycles that it has, as `inferredCycleOf` has it. After {@link ownFacts}.
 *
 * Plan: catalog_name by its key, catalog_cycle by (product_id, name), for what it has no cycle of a handful of
 * ranges by product, then the organization's overlays by hash, and by their key the own products that have the name.
 */
function factsOf(organization: RawBuilder<string>, today: Day) {
  return sql`
    LEFT JOIN catalog_name n ON n.name_key = c.search_text
    LEFT JOIN catalog_cycle k ON k.product_id = n.product_id AND k.name = c.cycle
    LEFT JOIN catalog_lifecycle l ON l.cycle_id = k.id AND l.level = 'STANDARD_SUPPORT'
    LEFT JOIN own_key ON own_key.key = c.search_text
    LEFT JOIN LATERAL (
      SELECT o.id, e.cycle -> 'supportedUntil' AS until
        FROM unnest(own_key.ids) WITH ORDINALITY AS found(id, position)
        JOIN own_product o ON o.organization_id = ${organization} AND o.id = found.id
       CROSS JOIN LATERAL jsonb_array_elements(o.document -> 'cycles') AS e(cycle)
       WHERE e.cycle ->> 'name' = c.cycle
       ORDER BY found.position LIMIT 1
    ) own ON true
    LEFT JOIN own_date dated ON dated.key = c.search_text AND dated.cycle = c.cycle
    LEFT JOIN LATERAL (
      SELECT o.from_cycle
        FROM catalog_older_line o
       CROSS JOIN LATERAL (
         SELECT CASE WHEN c.cycle ~ '^[0-9]{1,9}([.][0-9]{1,9})*$'
                     THEN string_to_array(c.cycle, '.')::bigint[] END AS numbers) named
       WHERE o.product_id = n.product_id AND k.id IS NULL AND own.id IS NULL AND o.since <= ${today}::date
         AND cardinality(named.numbers) = o.parts
         AND named.numbers[1:cardinality(o.after)] > o.after
         AND named.numbers[1:cardinality(o.before)] < o.before
       ORDER BY o.position LIMIT 1
    ) older ON true
    CROSS JOIN LATERAL (
      SELECT CASE WHEN own.id IS NULL THEN dated.eol_on ELSE (dated.of_own ->> own.id::text)::date END AS override_eol_on,
        older.from_cycle AS catalog_inferred_from,
        CASE WHEN own.id IS NULL THEN l.ends_on
             WHEN jsonb_typeof(own.until) = 'string' THEN (own.until #>> '{}')::date END AS catalog_eol_on,
        CASE WHEN own.id IS NULL THEN coalesce(l.ended, false)
             ELSE coalesce(own.until = 'true'::jsonb, false) END AS catalog_ended
    ) facts`;
}

/**
 * Facts of a cycle's end from other sources than scanners. `catalogInferredFrom`: the cycle of the catalog from
 * which the end is concluded; null when the catalog has the cycle, or nothing to conclude from.
 */
export type CatalogFacts = Pick<
  Selectable<Tables['softwareCycle']>,
  'cycleKey' | 'catalogEolOn' | 'catalogEnded' | 'catalogInferredFrom' | 'overrideEolOn'
>;

/** Finds the facts of cycles that are about to be stored, by cycle key. Hold the catalog with `shareCatalog` first. */
export async function findCatalogFacts(
  organizationId: OrganizationId,
  tx: Transaction,
  cycles: readonly { cycleKey: string; searchText: string; cycle: string }[],
  today: Day,
): Promise<ReadonlyMap<string, CatalogFacts>> {
  const organization = anyOrganization(organizationId);
  const { rows } = await sql<CatalogFacts>`
    WITH ${ownFacts(organization)}
    SELECT c.cycle_key, facts.catalog_eol_on, facts.catalog_ended, facts.catalog_inferred_from, facts.override_eol_on
      FROM json_to_recordset(${JSON.stringify(cycles)}) AS given("cycleKey" uuid, "searchText" text, cycle text)
     CROSS JOIN LATERAL (SELECT given."cycleKey" AS cycle_key, given."searchText" AS search_text, given.cycle) c
     ${factsOf(organization, today)}`.execute(tx.sql);
  return new Map(rows.map((row) => [row.cycleKey, row]));
}

/** A scanner's day, where it does not deny that the catalog says that the cycle has ended. */
const SCANNER_EOL_ON = sql`
  CASE WHEN NOT facts.catalog_ended OR c.scanner_eol_on <= c.first_seen_on THEN c.scanner_eol_on END`;

/**
 * `effectiveEnd` of `src/domain/eol/proximity.ts` over a software cycle `c` and its `facts`, as a row of eol_on,
 * eol_on_known and eol_source: the two must say the same, which `follow.integration.test.ts` sees to.
 */
const EFFECTIVE_END = sql`(
  coalesce(facts.override_eol_on, facts.catalog_eol_on, ${SCANNER_EOL_ON},
           CASE WHEN facts.catalog_ended OR c.scanner_ended OR facts.catalog_inferred_from IS NOT NULL
                THEN c.first_seen_on END),
  coalesce(facts.override_eol_on, facts.catalog_eol_on, ${SCANNER_EOL_ON}) IS NOT NULL,
  (CASE WHEN facts.override_eol_on IS NOT NULL THEN 'override'
        WHEN facts.catalog_eol_on IS NOT NULL THEN 'catalog'
        WHEN ${SCANNER_EOL_ON} IS NOT NULL THEN 'scanner'
        WHEN facts.catalog_ended THEN 'catalog'
        WHEN c.scanner_ended OR facts.catalog_inferred_from IS NULL THEN 'scanner'
        ELSE 'inferred' END)::eol_source)`;

/** A cycle of an organization's whose known end is another day now, or not known any more. */
export interface MovedCycle {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  /** Where the new end comes from. */
  readonly source: Selectable<Tables['softwareCycle']>['eolSource'];
  readonly from: Day;
  readonly to: Day | null;
}

export interface Followed {
  /** Software cycles that did not agree. */
  readonly changed: number;
  /** Those of them whose end has moved, by product and cycle. */
  readonly moved: readonly MovedCycle[];
}

/**
 * Makes the software cycles of one organization agree with the catalog and the organization's own dates, and tells
 * what did not. An end that an earlier version concluded otherwise from the same facts is another one, too. Rows are
 * taken in the order of their keys, as uploads take them. Those that stand for others under a contract follow these.
 *
 * Plan: the organization's cycles with what the catalog has of them; only rows that differ are locked and written.
 */
export async function followCatalog(
  tx: Transaction,
  organizationId: OrganizationId,
  at: Date,
): Promise<Followed> {
  const organization = anyOrganization(organizationId);
  const { rows } = await sql<Followed>`
    WITH ${ownFacts(organization)},
    facts AS (
      SELECT c.id, CASE WHEN c.eol_on_known THEN c.eol_on END AS known_before, facts.*
        FROM software_cycle c ${factsOf(organization, dayOf(at))}
       WHERE c.organization_id = ${organization} AND c.contract_id IS NULL
         AND ((c.catalog_eol_on, c.catalog_ended, c.catalog_inferred_from, c.override_eol_on)
                IS DISTINCT FROM (facts.catalog_eol_on, facts.catalog_ended, facts.catalog_inferred_from,
                                  facts.override_eol_on)
              OR (c.eol_on, c.eol_on_known, c.eol_source) IS DISTINCT FROM ${EFFECTIVE_END})
       ORDER BY c.cycle_key
         FOR NO KEY UPDATE OF c
    ),
    written AS (
    UPDATE software_cycle c
       SET catalog_eol_on = facts.catalog_eol_on, catalog_ended = facts.catalog_ended,
           catalog_inferred_from = facts.catalog_inferred_from,
           override_eol_on = facts.override_eol_on,
           (eol_on, eol_on_known, eol_source) = ${EFFECTIVE_END}, updated_at = ${at}
      FROM facts
     WHERE c.organization_id = ${organization} AND c.id = facts.id
    RETURNING c.id, c.product_name, c.cycle, c.eol_source, facts.known_before,
              CASE WHEN c.eol_on_known THEN c.eol_on END AS known_after
    )
    SELECT count(*) AS changed,
           coalesce(json_agg(json_build_object(
             'id', id, 'productName', product_name, 'cycle', cycle, 'source', eol_source,
             'from', known_before, 'to', known_after) ORDER BY product_name, cycle)
             FILTER (WHERE known_before <> known_after OR known_before IS NOT NULL AND known_after IS NULL), '[]') AS moved
      FROM written`.execute(tx.sql);
  return rows[0] ?? { changed: 0, moved: [] };
}

/**
 * Does as {@link followCatalog} for all organizations, one after the other: the catalog has changed for each of
 * them. Hold it with `lockCatalog` first: uploads meanwhile wait for it.
 * @param onMoved hears, of each organization that has any, which of its ends have moved
 */
export async function followCatalogEverywhere(
  tx: Transaction,
  at: Date,
  onMoved: (organizationId: OrganizationId, moved: readonly MovedCycle[]) => Promise<void> = () =>
    Promise.resolve(),
): Promise<number> {
  const all = { select: { id: true }, orderBy: { id: 'asc' } } as const;
  let changed = 0;
  for (const { id } of await tx.prisma.organization.findMany(all)) {
    const organizationId = mintOrganizationId(id);
    const followed = await followCatalog(tx, organizationId, at);
    changed += followed.changed;
    if (followed.moved.length > 0) await onMoved(organizationId, followed.moved);
  }
  return changed;
}
