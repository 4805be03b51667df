/** What asked for an update of the catalogue. */
export const TRIGGERS = ['schedule', 'request', 'command', 'start'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/**
 * What an attempt came to. `unchanged`: the document says what is stored. `not_modified`: the source has no
 * newer document. `refused`: the document was read and not believed. `failed`: it could not be read.
 */
export const OUTCOMES = ['imported', 'unchanged', 'not_modified', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How an attempt that runs is getting on. */
export const STEPS = ['fetching', 'reading', 'writing', 'updating findings'] as const;
export type Step = (typeof STEPS)[number];

/** What a finished attempt found and did. */
export interface ImportSummary {
  /** In the document. */
  readonly products: number;
  readonly cycles: number;
  /** Products that the catalogue did not have, had otherwise, has no longer. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly dateChanges: number;
  /** Release cycles in organizations whose facts followed. */
  readonly softwareCycles: number;
}

/** What is stored of an attempt beside its outcome; everything in it may be missing. */
export interface RevisionDetail {
  readonly step?: Step;
  /** Why it was refused or failed, for people. */
  readonly message?: string;
  readonly summary?: ImportSummary;
}
