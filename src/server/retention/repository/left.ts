import { sql, type RawBuilder } from 'kysely';

/** What counts as left where a rule asks who still holds a document, and what still tells of a time. */
export interface Left {
  /** Of a scan, known as `s`. */
  readonly scan: RawBuilder<boolean>;
  /** Of an image, known as `i`, and what it holds. */
  readonly image: RawBuilder<boolean>;
}

/** Whatever is there: a run has removed by then what goes before. */
export const isThere = sql<boolean>`true`;
export const ALL_LEFT: Left = { scan: isThere, image: isThere };
