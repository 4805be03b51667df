/** What the scanner compares number by number: one to three numbers, with or without a `v`. */
const PLAIN_VERSION = /^v?\d{1,18}(?:\.\d{1,18}){0,2}$/;
/** What it can read at all: a plain version, then a pre-release, then build metadata. */
const READABLE_VERSION =
  /^v?\d{1,18}(?:\.\d{1,18}){0,2}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Whether the scanner can read a cycle's name as a version; at one that it cannot, it gives the product up. */
export function isScannerVersion(name: string): boolean {
  return READABLE_VERSION.test(name);
}

/**
 * Cycles in the order in which the scanner's first fit is the right one. It takes the first whose leading
 * numbers equal the version's, so `3.10` has to come before `3`. A name with a suffix is compared by one
 * number more than it shows (`11-hotspot` claims 11.0), so it comes after the plain ones. Names that are no
 * versions come last: the search ends with an error there. Otherwise the order given stays.
 */
export function inScannerOrder<Cycle extends { readonly name: string }>(
  cycles: readonly Cycle[],
): Cycle[] {
  // Sorting is stable: equal ranks keep the catalogue's order, newest first.
  return [...cycles].sort((one, other) => rankOf(one.name) - rankOf(other.name));
}

/** Plain versions of three, two and one number, then those with a suffix likewise, then what is no version. */
function rankOf(name: string): number {
  if (!isScannerVersion(name)) return 6;
  const [numbers = ''] = name.split(/[-+]/, 1);
  const shortness = 3 - numbers.split('.').length;
  return PLAIN_VERSION.test(name) ? shortness : 3 + shortness;
}
