import { sql, type RawBuilder } from 'kysely';
import type { CoveringPlace, Support } from '@/domain/contract/support';
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
 * Tells whether line `w` of a contract is for a cycle of some product, by the folded name that scanners gave it: by that
 * name, or by the name of the product that it leads to in the catalog, or among the organization's own.
 */
export function isCoveredBy(
  own: RawBuilder<string>,
  { nameKey, cycle }: { readonly nameKey: RawBuilder<string>; readonly cycle: RawBuilder<string> },
): RawBuilder<boolean> {
  return sql<boolean>`(w.cycle IS NULL OR w.cycle = ${cycle}) AND (
    w.name_key = ${nameKey}
    OR EXISTS (SELECT FROM catalog_name n JOIN catalog_product p ON p.id = n.product_id
                WHERE n.name_key = ${nameKey} AND p.search_text = w.name_key)
    OR EXISTS (SELECT FROM own_product o
                WHERE o.organization_id = ${own} AND ${nameKey} = ANY(o.name_keys) AND o.name_keys[1] = w.name_key))`;
}

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
