import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';

/** Pieces of SQL that every list of software shares, of software `s` of cycle `c`. */

/**
 * Name of the cycle from which the end of cycle `c` was concluded; null where the end is given, or nothing is known
 * of it.
 */
export const estimatedFrom = sql<
  string | null
>`CASE WHEN c.eol_source = 'inferred' THEN c.catalog_inferred_from END`;

/** {@link estimatedFrom} as a column. */
export const ESTIMATED_FROM = estimatedFrom.as('estimatedFrom');

/**
 * Gives the state of cycle `c` as of a day: `eol_state` of the database, which the planner writes out. Before a contract
 * began it supported nothing.
 */
export function stateAsOf(day: Day): RawBuilder<EolState> {
  return sql`eol_state(CASE WHEN c.covered_from > ${day}::date THEN c.upstream_eol_on ELSE c.eol_on END, ${day}::date)`;
}

/** Tells whether software `s` is found open somewhere. One probe of finding_open_software_idx. */
export function isHeld(own: RawBuilder<string>): RawBuilder<boolean> {
  return sql`EXISTS (
      SELECT FROM finding f WHERE f.organization_id = ${own} AND f.software_id = s.id AND f.is_open)`;
}

/** Counts the image tags that hold software `s`. An index-only count of finding_open_software_idx. */
export function imagesHolding(own: RawBuilder<string>): RawBuilder<number> {
  return sql`(SELECT count(*) FROM finding f
      WHERE f.organization_id = ${own} AND f.software_id = s.id AND f.is_open)`;
}

/** Tells whether a folded search finds the product of cycle `c`. */
export function isProductNamed(search: string): RawBuilder<boolean> {
  return sql`strpos(c.search_text, ${search}) > 0`;
}
