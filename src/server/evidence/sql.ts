import { sql, type RawBuilder } from 'kysely';
import type { EvidenceDegree } from '@/domain/evidence/degree';

/** Pieces of SQL that say how well an end is known. See .github/decisions/0091-degrees-of-evidence.md. */

/** Whether the catalog has cycle `c`, by the name that scanners gave its product. Plan: catalog_name, then catalog_cycle, by their keys. */
const IS_CATALOGED = sql`EXISTS (
  SELECT FROM catalog_name n JOIN catalog_cycle k ON k.product_id = n.product_id
   WHERE n.name_key = c.search_text AND k.name = c.cycle)`;

/** Whether the organization has a product of its own by the name of cycle `c`. Plan: own_product, of which most have none. */
const IS_OWN = sql`EXISTS (
  SELECT FROM own_product o WHERE o.organization_id = c.organization_id AND c.search_text = ANY(o.name_keys))`;

/**
 * The degree of evidence of cycle `c` of software: whose word its end is. A cycle without an end is the catalog's where
 * the catalog has it, which then says that it goes on; else nobody says anything.
 */
export const evidenceOfCycle: RawBuilder<EvidenceDegree> = sql`(CASE
  WHEN c.eol_source = 'contract' THEN 'contract'
  WHEN c.eol_source = 'override' THEN 'own'
  WHEN c.eol_source = 'inferred' THEN 'inferred'
  WHEN ${IS_OWN} THEN 'own'
  WHEN c.eol_on IS NOT NULL OR ${IS_CATALOGED} THEN 'catalog'
  ELSE 'unknown' END)`;

/** {@link evidenceOfCycle} as a column. */
export const EVIDENCE = evidenceOfCycle.as('evidence');

/** What is known of component `k` from its registry alone, as `f`. Plan: component_fact by its primary key. */
export const JOINED_FACT = sql`LEFT JOIN component_fact f ON f.organization_id = k.organization_id AND f.component_id = k.id`;

/** The degree of evidence of component `k` that is matched to a cycle of the catalog, or of an own product, with no end. */
export const evidenceOfMatch: RawBuilder<EvidenceDegree> = sql`(CASE WHEN EXISTS (
  SELECT FROM own_product o WHERE o.organization_id = k.organization_id AND o.slug = k.match_product)
  THEN 'own' ELSE 'catalog' END)`;
