import { type RawBuilder, sql } from 'kysely';

/**
 * Far more than any lease lasts: one that ends later was taken before the clock was set back, by a process that may be
 * gone, and holds nobody off until the clock has caught up.
 */
const NO_LEASE_MS = 60 * 60_000;

/** Builds the condition that nobody has something. @param column that tells until when somebody has it */
export function isFree(column: string, now: Date): RawBuilder<boolean> {
  const until = sql.ref(column);
  const beyond = new Date(now.getTime() + NO_LEASE_MS);
  return sql`(${until} IS NULL OR ${until} <= ${now}::timestamptz OR ${until} > ${beyond}::timestamptz)`;
}

/**
 * Tells whether a moment has come. So has one that lies further ahead than anything is put off: it was written before the
 * clock was set back, and is not waited for until the clock has caught up.
 * @param furthestMs the longest that it may be put off, and some more
 */
export function hasCome(at: Date, now: Date, furthestMs: number): boolean {
  return at <= now || at.getTime() > now.getTime() + furthestMs;
}

/** Builds the condition that what a column tells {@link hasCome}. */
export function isDue(column: string, now: Date, furthestMs: number): RawBuilder<boolean> {
  const at = sql.ref(column);
  const beyond = new Date(now.getTime() + furthestMs);
  return sql`(${at} <= ${now}::timestamptz OR ${at} > ${beyond}::timestamptz)`;
}
