import { sql, type RawBuilder } from 'kysely';
import type { CoveringPlace, Support } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';

/** Pieces of SQL on what contracts cover. See .github/decisions/0050-contracts.md. */

/** The name of the lock that whoever writes findings shares, and that whoever changes what is covered holds alone. */
export const coverageLock = (organizationId: OrganizationId) =>
  sql`hashtextextended('what contracts cover ' || ${organizationId}, 0)`;

/** Tells whether any contract of the organization covers something now, or did: findings may be of its software still. */
export function coversAnything(own: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    EXISTS (SELECT FROM contract k WHERE k.organization_id = ${own} AND k.has_begun)
    OR EXISTS (SELECT FROM software_cycle c WHERE c.organization_id = ${own} AND c.contract_id IS NOT NULL))`;
}

/**
 * Which own product stands in the place of one of the catalog, as `own_base`, and by what names software of own products
 * is found, as `own_name`: relations to be put after WITH. `src/domain/catalog/stand-ins.ts` says the same.
 *
 * Plan: the organization's own products, a thousand at most, with probes of catalog_name and catalog_product by their keys.
 */
export const ownNames = (own: RawBuilder<string>) => sql`
    own_base AS MATERIALIZED (
      SELECT DISTINCT ON (p.id) p.id AS product_id, o.id
        FROM own_product o
       CROSS JOIN LATERAL (
         SELECT n.product_id
           FROM catalog_name n JOIN catalog_product named ON named.id = n.product_id
          WHERE n.name_key = ANY(o.name_keys) AND n.name_key IN (o.name_keys[1], named.search_text)
         UNION
         SELECT same.id FROM catalog_product same WHERE same.slug = o.slug
         UNION
         SELECT n.product_id
           FROM catalog_name n
           JOIN catalog_identifier had ON had.product_id = n.product_id AND had.kind = 'alias' AND had.value = o.slug
          WHERE n.name_key = o.slug AND NOT EXISTS (SELECT FROM catalog_product same WHERE same.slug = o.slug)) base
        JOIN catalog_product p ON p.id = base.product_id
       WHERE o.organization_id = ${own}
       ORDER BY p.id, p.search_text = ANY(o.name_keys) DESC, o.slug COLLATE "C"),
    own_name AS MATERIALIZED (
      SELECT o.id, o.name_keys[1] AS name_key, named.key, false AS is_base
        FROM own_product o CROSS JOIN LATERAL unnest(o.name_keys) AS named(key)
       WHERE o.organization_id = ${own}
      UNION ALL
      SELECT o.id, o.name_keys[1], n.name_key, true
        FROM own_base b
        JOIN own_product o ON o.organization_id = ${own} AND o.id = b.id
        JOIN catalog_name n ON n.product_id = b.product_id)`;

/**
 * The lines of contracts by every folded name that scanners may give what they are for, as `covered_name` (contract_id,
 * cycle, key), to be put after WITH: by the name that a line has, by those that lead to the same product of the catalog, and
 * by those of the own product that has one of them, or stands in the place of one that has.
 *
 * Plan: the organization's lines and own products, which are few, by hash, with catalog_name by its keys.
 */
export const coveredNames = (own: RawBuilder<string>) => sql`
    ${ownNames(own)},
    line AS MATERIALIZED (
      SELECT w.contract_id, w.cycle, w.name_key FROM contract_software w WHERE w.organization_id = ${own}),
    covered_name AS MATERIALIZED (
      SELECT w.contract_id, w.cycle, w.name_key AS key FROM line w
      UNION
      SELECT w.contract_id, w.cycle, n.name_key
        FROM line w
        JOIN catalog_product p ON p.search_text = w.name_key
        JOIN catalog_name n ON n.product_id = p.id
      UNION
      SELECT w.contract_id, w.cycle, same.name_key
        FROM line w
        JOIN catalog_name n ON n.name_key = w.name_key
        JOIN catalog_name same ON same.product_id = n.product_id
      UNION
      SELECT w.contract_id, w.cycle, same.key
        FROM line w JOIN own_name mine ON mine.key = w.name_key JOIN own_name same ON same.id = mine.id)`;

/**
 * The day on which it was known of cycle `c` that it has ended on an unknown day, which it may have done long after it
 * was first seen: since when it has been said without a break, and of what was never said otherwise since it was first seen.
 * Null where it is not so. `judge_covered_cycle` of the database asks the same.
 *
 * Plan: the facts of the cycle, a handful, by their primary key.
 */
export const ENDED_BY = sql<Day | null>`(CASE WHEN c.eol_on IS NOT NULL AND NOT c.eol_on_known THEN coalesce((
  SELECT min(f.learnt_on) FROM software_cycle_fact f
   WHERE f.organization_id = c.organization_id AND f.software_cycle_id = c.id
     AND f.eol_on IS NOT NULL AND NOT f.eol_on_known
     AND NOT EXISTS (
       SELECT FROM software_cycle_fact o
        WHERE o.organization_id = c.organization_id AND o.software_cycle_id = c.id AND o.learnt_on > f.learnt_on
          AND (o.eol_on IS NULL OR o.eol_on_known))), c.first_seen_on) END)`;

/** The name of the project or the team that contract `k` is for. */
const placeOf = sql<string | null>`coalesce(
  (SELECT p.name FROM project p WHERE p.organization_id = k.organization_id AND p.id = k.project_id),
  (SELECT t.name FROM team t WHERE t.organization_id = k.organization_id AND t.id = k.team_id))`;

/** The contract that covers the findings of cycle `c`, as a column; null where none does. */
export const SUPPORT = sql<Support | null>`(
  SELECT json_build_object('contractId', k.id, 'vendor', k.vendor, 'scope', k.scope, 'place', ${placeOf}, 'until', c.covered_until,
           'upstreamOn', c.upstream_eol_on, 'upstreamOnKnown', c.upstream_eol_on_known)
    FROM contract k WHERE k.organization_id = c.organization_id AND k.id = c.contract_id)`.as(
  'support',
);

/**
 * A contract that covers cycle `c` in other places than its own, as a column: of images that hold it there now. Null where
 * none does, and of what is covered itself. Plan: software_cycle by (organization, upstream), which few have.
 */
export const SUPPORT_ELSEWHERE = sql<CoveringPlace | null>`(
  SELECT json_build_object('contractId', k.id, 'vendor', k.vendor, 'scope', k.scope, 'place', ${placeOf})
    FROM software_cycle v
    JOIN contract k ON k.organization_id = v.organization_id AND k.id = v.contract_id
   WHERE c.contract_id IS NULL AND v.organization_id = c.organization_id AND v.upstream_id = c.id
     AND EXISTS (SELECT FROM software w
                   JOIN finding f ON f.organization_id = w.organization_id AND f.software_id = w.id AND f.is_open
                  WHERE w.organization_id = v.organization_id AND w.software_cycle_id = v.id)
   ORDER BY k.ends_on DESC, k.id LIMIT 1)`.as('supportElsewhere');

/**
 * Since when cycle `c` has been covered without a break: by its contract, and by those that it follows, of the same place or
 * of all. Findings are of the last one, also what was found while the others covered it. Null where none covers it. What was
 * found under none has no cycle under it.
 *
 * Plan: for a covered cycle, which few are, those of the same upstream cycle by (organization, upstream), with their contracts.
 */
export const COVERED_SINCE = sql<Day | null>`(CASE WHEN c.contract_id IS NOT NULL THEN (
  SELECT coalesce(max(term.starts_on), c.covered_from)
    FROM (SELECT other.starts_on,
                 max(other.ends_on) OVER (ORDER BY other.starts_on, other.id
                                          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_until
            FROM contract k
            JOIN software_cycle v ON v.organization_id = k.organization_id AND v.upstream_id = c.upstream_id
            JOIN contract other ON other.organization_id = k.organization_id AND other.id = v.contract_id
             AND (other.scope = 'organization' OR other.project_id = k.project_id OR other.team_id = k.team_id)
           WHERE k.organization_id = c.organization_id AND k.id = c.contract_id) term
   WHERE term.starts_on <= c.covered_from
     AND (term.before_until IS NULL OR term.before_until < term.starts_on)) END)`;
