import { sql, type RawBuilder } from 'kysely';
import type { EolState } from '@/domain/eol/proximity';
import { foldedWords } from '@/domain/search/question';
import { lastSeenAt } from '@/server/inventory/sql';
import { countHeld } from '@/server/holding/sql';
import type { SoftwareClasses } from '@/server/software/service/classes';
import { COUNT_COLUMNS, type StateCounts } from '@/server/software/sql';

/**
 * Pieces of SQL that every list of images shares: which images a search finds, and which hold software of a class. See
 * .github/decisions/0002-image-counts.md.
 */

/**
 * Tells whether a folded word is in the name and tag of image tag `i`. `search_text` holds them as typed and, on
 * a second line where that differs, in full. Only a search for a path looks there: the letters of
 * `docker.io/library` must not find every official image.
 */
export function isFoundBy(word: string): RawBuilder<boolean> {
  if (word.includes('/')) return sql`strpos(i.search_text, ${word}) > 0`;
  return sql`strpos(
      CASE WHEN i.canonical_name = i.name THEN i.search_text ELSE split_part(i.search_text, E'\n', 1) END,
      ${word}) > 0`;
}

/** Octets of `search_text` up to which it stands in an index. Part of a statement, as the planner has to see it. */
const INDEXED_OCTETS = sql.lit(1_200);

/**
 * Selects id and sort key of the images that count and go by all words, in the order of lists.
 *
 * Plan: an index-only scan of image_tag_search_idx, 0.4 µs an image, and one of the few in image_tag_long_search_idx. Both
 * need the condition on the length as their index has it. Where no row is read, the long form of a name is told from the
 * one that was typed by its line alone.
 * @param atMost the first ones alone; null: all of them
 */
export function imagesFoundBy(
  own: RawBuilder<string>,
  words: readonly string[],
  atMost: number | null,
): RawBuilder<{ id: string; sortKey: string }> {
  const asTyped = sql`split_part(n.search_text, E'\n', 1)`;
  const isFound = words.flatMap((word) => [
    sql`strpos(n.search_text, ${word}) > 0`,
    ...(word.includes('/') ? [] : [sql`strpos(${asTyped}, ${word}) > 0`]),
  ]);
  const first = atMost === null ? sql`` : sql`ORDER BY n.sort_key, n.id LIMIT ${atMost}`;
  const thoseOf = (isOfIndex: RawBuilder<unknown>) => sql`
    (SELECT n.id, n.sort_key FROM image_tag n
      WHERE n.organization_id = ${own} AND n.deleted_at IS NULL AND ${isOfIndex}
        AND ${sql.join(isFound, sql` AND `)} ${first})`;
  return sql`${thoseOf(sql`octet_length(n.search_text) <= ${INDEXED_OCTETS}`)}
    UNION ALL ${thoseOf(sql`octet_length(n.search_text) > ${INDEXED_OCTETS}`)}`;
}

/** Tells whether the words of a search are all in the name and tag of image tag `i`, in any order. */
export function holdsAllWords(search: string): RawBuilder<boolean> {
  const words = foldedWords(search);
  return sql`(${sql.join([sql`true`, ...words.map(isFoundBy)], sql` AND `)})`;
}

/**
 * Tells whether image tag `i` holds software among these.
 *
 * Streams the image's array through a hash of the ids and stops at the first hit (1.5 µs an image); the hash is
 * only made for a parameter, not for a subquery, and `&&` would compare every pair.
 */
export function holdsAnyOf(ids: readonly string[]): RawBuilder<boolean> {
  return sql`EXISTS (
      SELECT FROM (SELECT unnest(i.software_ids) AS id) held WHERE held.id = ANY(${ids}::uuid[]))`;
}

/** The same of image `i` by its bits. */
export function holdsInBits(own: RawBuilder<string>, ids: readonly string[]): RawBuilder<boolean> {
  return sql`${countHeld(own, { ids, isIn: true })} > 0`;
}

/** The numbers that `countsOf` counts, of image `i` by its bits. */
export function heldByState(
  own: RawBuilder<string>,
  { ended, soon, next, unknown }: SoftwareClasses,
): Record<EolState, RawBuilder<number>> {
  const of = (ids: readonly string[], isIn = true) => countHeld(own, { ids, isIn });
  const later = of([...ended, ...soon, ...next, ...unknown], false);
  return { ended: of(ended), soon: of(soon), next: of(next), later, unknown: of(unknown) };
}

/** The same as `countsOf` makes it; each is counted once, however often it is named. */
export function countsInBits(
  own: RawBuilder<string>,
  classes: SoftwareClasses,
): RawBuilder<StateCounts> {
  const { ended, soon, next, later, unknown } = heldByState(own, classes);
  return sql`(
  SELECT ${ended} AS ended, ${soon} AS soon, ${next} AS next, ${later} AS later, ${unknown} AS unknown
  OFFSET 0)`;
}

/** Columns that lists select of image tag `i` of project `p` with its `counts`. */
export const IMAGE_COLUMNS = [
  ...(['i.id', 'i.kind', 'i.name', 'i.tag', 'i.verified', 'i.digest'] as const),
  ...(['i.labels', 'i.firstScanAt', 'i.latestScanAt', 'i.retiredAt'] as const),
  ...(['p.id as projectId', 'p.name as projectName'] as const),
  'p.ownerTeamId as ownerId',
  sql<string | null>`(SELECT t.name FROM team t
    WHERE t.organization_id = p.organization_id AND t.id = p.owner_team_id)`.as('ownerName'),
  sql<Date | null>`${lastSeenAt('i')}`.as('lastSeenAt'),
  ...COUNT_COLUMNS,
] as const;
