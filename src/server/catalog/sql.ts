import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { COVERED_SINCE } from '@/server/coverage/sql';
import type { SoftwareWord } from '@/domain/search/software-words';

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

/** Gives the end of cycle `c` as of a day: before a contract began it supported nothing. */
export function endAsOf(day: Day): RawBuilder<Day | null> {
  return sql`(CASE WHEN c.covered_from > ${day}::date THEN c.upstream_eol_on ELSE c.eol_on END)`;
}

/** Gives the state of cycle `c` as of a day: `eol_state` of the database, which the planner writes out. */
export function stateAsOf(day: Day): RawBuilder<EolState> {
  return sql`eol_state(${endAsOf(day)}, ${day}::date)`;
}

/** The same of a day that is over, by the ends as they are known today: contracts that follow one another cover as one. */
export function stateBackOn(day: Day): RawBuilder<EolState> {
  return sql`(CASE WHEN c.covered_from > ${day}::date AND ${COVERED_SINCE} > ${day}::date
                  THEN eol_state(c.upstream_eol_on, ${day}::date) ELSE eol_state(c.eol_on, ${day}::date) END)`;
}

/** Tells whether software `s` is found open somewhere. One probe of finding_open_software_idx. */
export function isHeld(own: RawBuilder<string>): RawBuilder<boolean> {
  return sql`EXISTS (
      SELECT FROM finding f WHERE f.organization_id = ${own} AND f.software_id = s.id AND f.is_open)`;
}

/** Tells whether a folded search finds the product of cycle `c`. */
export function isProductNamed(search: string): RawBuilder<boolean> {
  return sql`strpos(c.search_text, ${search}) > 0`;
}

/**
 * Tells whether every word names cycle `c` of software `s`: as part of the product's name, as a name that it goes by, as
 * the package type, as `lts`, or as a version, from the cycle's first number on: `3` finds 3.0, `20.11` finds 20.
 */
export function isSoftwareNamed(words: readonly SoftwareWord[]): RawBuilder<boolean> {
  if (words.length === 0) return sql`true`;
  return sql`(${sql.join(words.map(isWordOf), sql` AND `)})`;
}

function isWordOf({ text, version, productNames }: SoftwareWord): RawBuilder<boolean> {
  if (version !== null) {
    return sql`(strpos(' ' || c.search_text, ${` ${text}`}) > 0
      OR starts_with(lower(c.cycle), ${version}) OR starts_with(${version}, lower(c.cycle) || '.'))`;
  }
  const keys = productNames.map((name) => identityOf(name));
  return sql`(strpos(c.search_text, ${text}) > 0 OR c.product_key = ANY(${keys}::uuid[])
    OR lower(s.artifact_type) = ${text} OR (${text} = 'lts' AND c.lts)
    OR starts_with(lower(c.cycle), ${text}))`;
}
