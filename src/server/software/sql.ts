import { sql, type RawBuilder } from 'kysely';
import type { EolState } from '@/domain/eol/proximity';
import type { SoftwareClasses } from './service/classes';

/** Pieces of SQL that count the software of images. See .github/decisions/0002-image-counts.md. */

/** Numbers of software in each state. */
export type StateCounts = Record<EolState, number>;

/**
 * Makes a lateral subquery that counts the software of `i.software_ids` by state; `later` is the rest, in none of
 * the classes.
 *
 * Each lookup is one probe of a hash made once for the statement, against joins with software and cycles three times as
 * long. The array is spread by the list of what is selected: as a function in FROM its elements are stored first, twice the
 * time. The condition on the image's id keeps the planner from remembering counts by arrays, each of which is another one.
 */
export function countsOf({ ended, soon, next, unknown }: SoftwareClasses): RawBuilder<StateCounts> {
  return sql`(
  SELECT ended, soon, next, total - ended - soon - next - unknown AS later, unknown
  FROM (
    SELECT count(*) AS total,
      count(*) FILTER (WHERE held.id = ANY(${ended}::uuid[])) AS ended,
      count(*) FILTER (WHERE held.id = ANY(${soon}::uuid[])) AS soon,
      count(*) FILTER (WHERE held.id = ANY(${next}::uuid[])) AS next,
      count(*) FILTER (WHERE held.id = ANY(${unknown}::uuid[])) AS unknown
    FROM (SELECT unnest(i.software_ids) AS id WHERE i.id IS NOT NULL) held
  ) by_state
)`;
}

/** The counts of {@link countsOf}, as lists select them. */
export const COUNT_COLUMNS = [
  'counts.ended',
  'counts.soon',
  'counts.next',
  'counts.later',
  'counts.unknown',
] as const;
