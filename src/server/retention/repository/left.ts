import { sql, type RawBuilder } from 'kysely';

/** What counts as left where a rule asks who still holds a document, and what still tells of a time. */
export interface Left {
  /** The scans, known as `s`: what comes after FROM, up to a condition that others may follow. */
  readonly scans: RawBuilder<unknown>;
  /** Of an image, known as `i`, and what it holds. */
  readonly image: RawBuilder<boolean>;
}

/** Whatever is there: a run has removed by then what goes before. */
export const allLeft = (own: RawBuilder<string>): Left => ({
  scans: sql`scan s WHERE s.organization_id = ${own}`,
  image: sql`true`,
});
