import { sql } from 'kysely';
import type { Transaction } from '@/server/platform/db/db';

/**
 * What the catalog says (`s`) of every level of every cycle beside the newest fact on it (`k`), where the two differ.
 *
 * Plan: the catalog's tables and the facts, each read once, and a hash join: some 13,000 rows, 60 ms.
 */
const DIFFERENCES = sql`
  (SELECT p.slug, p.name AS product, c.name AS cycle, l.level, l.ends_on, l.ended
     FROM catalog_lifecycle l
     JOIN catalog_cycle c ON c.id = l.cycle_id
     JOIN catalog_product p ON p.id = c.product_id) s
  FULL JOIN
  (SELECT DISTINCT ON (product_slug, cycle, level) * FROM catalog_fact
    ORDER BY product_slug, cycle, level, sequence DESC) k
    ON k.product_slug = s.slug AND k.cycle = s.cycle AND k.level = s.level
  WHERE CASE WHEN s.slug IS NULL THEN NOT k.withdrawn
             ELSE k.withdrawn IS NOT FALSE OR (k.ends_on, k.ended) IS DISTINCT FROM (s.ends_on, s.ended) END`;

/**
 * Notes as facts what a revision that is about to end has changed in the catalog's dates: what its tables say now and the
 * facts did not. Hold the catalog with `lockCatalog`.
 */
export async function noteFacts(tx: Transaction, learntAt: Date): Promise<void> {
  await sql`
    INSERT INTO catalog_fact (
      product_slug, cycle, level, sequence, product, ends_on, ended, withdrawn, learnt_at, revision)
    SELECT coalesce(s.slug, k.product_slug), coalesce(s.cycle, k.cycle), coalesce(s.level, k.level),
           coalesce(k.sequence, 0) + 1, coalesce(s.product, k.product), s.ends_on, coalesce(s.ended, false),
           s.slug IS NULL, ${learntAt}::timestamptz,
           (SELECT coalesce(max(number), 0) + 1 FROM catalog_revision)
      FROM ${DIFFERENCES}`.execute(tx.sql);
}

/** The cycles that the catalog has, each by every name that leads to it without doubt. */
const NAMED_CYCLES = sql`(
  SELECT n.name_key, k.name AS cycle
    FROM catalog_name n JOIN catalog_cycle k ON k.product_id = n.product_id)`;

/** The times of cycles in which the catalog still has them. */
const OPEN_INTERVALS = sql`(SELECT * FROM catalog_cycle_interval WHERE closed_at IS NULL)`;

/**
 * Notes which cycles a revision that is about to end brought or took away, by the names that lead to them. Hold the catalog
 * with `lockCatalog`. Of the first that an installation has, nobody kept since when they were known.
 *
 * Plan: the catalog's names and cycles and what is noted of them, some 25,000 rows, by hash.
 */
export async function noteKnownCycles(tx: Transaction, at: Date): Promise<void> {
  await sql`
    UPDATE catalog_cycle_interval AS i SET closed_at = ${at}::timestamptz
     WHERE i.closed_at IS NULL
       AND NOT EXISTS (
         SELECT FROM catalog_name n JOIN catalog_cycle k ON k.product_id = n.product_id
          WHERE n.name_key = i.name_key AND k.name = i.cycle)`.execute(tx.sql);
  // What goes and comes within a millisecond never went.
  await sql`
    INSERT INTO catalog_cycle_interval AS i (name_key, cycle, opened_at, known_before)
    SELECT has.name_key, has.cycle, ${at}::timestamptz, NOT EXISTS (SELECT FROM catalog_cycle_interval)
      FROM ${NAMED_CYCLES} has
      LEFT JOIN ${OPEN_INTERVALS} o ON o.name_key = has.name_key AND o.cycle = has.cycle
     WHERE o.name_key IS NULL
        ON CONFLICT (name_key, cycle, opened_at) DO UPDATE SET closed_at = NULL`.execute(tx.sql);
}

/**
 * Counts the levels of cycles on which the facts, replayed to now, are not what the catalog's tables say, and the cycles of
 * which it is noted that the catalog has them and it does not, or the other way round.
 */
export async function countWrongCatalogFacts(db: Transaction): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    SELECT (SELECT count(*) FROM ${DIFFERENCES})::int
         + (SELECT count(*) FROM ${NAMED_CYCLES} has
              FULL JOIN ${OPEN_INTERVALS} o ON o.name_key = has.name_key AND o.cycle = has.cycle
             WHERE has.name_key IS NULL OR o.name_key IS NULL)::int AS wrong`.execute(db.sql);
  return rows[0]?.wrong ?? 0;
}

/** Reads all facts on the levels of a cycle, oldest first, with where each came from. Plan: by primary key. */
export function factsOfCycle(db: Transaction, productSlug: string, cycle: string) {
  return db.sql
    .selectFrom('catalogFact as f')
    .leftJoin('catalogRevision as r', 'r.number', 'f.revision')
    .select(['f.level', 'f.endsOn', 'f.ended', 'f.withdrawn', 'f.learntAt', 'f.knownBefore'])
    .select(['f.revision', 'r.source'])
    .where('f.productSlug', '=', productSlug)
    .where('f.cycle', '=', cycle)
    .orderBy('f.learntAt')
    .orderBy('f.level')
    .orderBy('f.sequence')
    .execute();
}

/**
 * Reads what the facts said of a product at an instant: the newest of each level of each cycle until then; where nothing is
 * kept from so long ago, the oldest that was known before. Plan: a product's facts by primary key, some hundreds.
 */
export async function productFactsAt(db: Transaction, productSlug: string, before: Date) {
  const facts = await db.sql
    .selectFrom('catalogFact')
    .select(['cycle', 'level', 'endsOn', 'ended', 'withdrawn', 'learntAt', 'knownBefore'])
    .where('productSlug', '=', productSlug)
    .where((eb) => eb.or([eb('learntAt', '<', before), eb('knownBefore', '=', true)]))
    .distinctOn(['cycle', 'level'])
    .orderBy('cycle')
    .orderBy('level')
    // Of those until then the newest, else the oldest: what was learnt by then stands before 0.
    .orderBy(
      (eb) =>
        eb
          .case()
          .when('learntAt', '<', before)
          .then(sql<number>`-sequence`)
          .else(sql<number>`sequence`)
          .end(),
      'asc',
    )
    .execute();
  return facts.filter(({ withdrawn }) => !withdrawn);
}
