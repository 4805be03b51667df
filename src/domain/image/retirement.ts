/** Why an image is retired, in the words of the database. */
export const RETIREMENT_REASONS = ['by_hand', 'not_scanned', 'not_running'] as const;
export type RetirementReason = (typeof RETIREMENT_REASONS)[number];

/** What brought it back. */
export const RETIREMENT_ENDS = [
  'by_hand',
  'scanned',
  'running',
  'rule_changed',
  'deleted',
] as const;
export type RetirementEnd = (typeof RETIREMENT_ENDS)[number];

/** The farthest that a rule looks back. */
export const MAX_RETIRE_DAYS = 3_650;
export const DEFAULT_RETIRE_DAYS = 90;
/** As long as a note may be. */
export const MAX_RETIREMENT_NOTE = 1_000;

/** An organization's rules, in days; 0: never. */
export interface RetirementRules {
  /** Of what was neither scanned nor seen running. */
  readonly notScannedDays: number;
  /** Of what has run in a cluster and runs in none any more, and was not scanned since. */
  readonly notRunningDays: number;
}
