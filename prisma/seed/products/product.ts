/**
 * A release cycle: its end of life is a day, `'ended'` (on a day that nobody recorded) or null (nothing is
 * known of it); long-term support is `'true'` or the day from which the cycle has it. Days are `YYYY-MM-DD`.
 */
export type CycleRow = readonly [
  name: string,
  releasedOn: string,
  eol: string | null,
  latestRelease: string | null,
  latestReleasedOn: string | null,
  lts?: string,
];

/** A product whose cycles a scanner knows. */
export interface SeedProduct {
  /** Its name in addresses at endoflife.date. */
  readonly slug: string;
  readonly name: string;
  /** Package type and name under which images usually hold it. */
  readonly found: string;
  /** Vendor and product of its CPEs. */
  readonly cpe: string;
  readonly cycles: readonly CycleRow[];
}
