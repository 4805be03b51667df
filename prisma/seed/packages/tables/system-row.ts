/**
 * A source package of a distribution, its version in each release (in the order of the table's releases;
 * `''` where the release has it not) and, when they are named otherwise, the binary packages made from it.
 */
export type SystemRow = readonly [source: string, versions: readonly string[], binaries?: string];

/** The base of a distribution's images, release by release. */
export interface SystemTable {
  readonly releases: readonly string[];
  readonly rows: readonly SystemRow[];
}
