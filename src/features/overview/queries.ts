/** What the start page asks for beside what its procedures know by themselves. */

/** The images that were scanned last; also tells whether there are any. */
export const LATEST_SCANS = { sort: 'latestScan', direction: 'desc', page: 1, size: 6 } as const;

/** Refused uploads of a week: what went wrong since the reader last looked. */
export const REFUSED_LATELY = { days: 7, page: 1, size: 1 } as const;

/** Keys that no longer hold and were used in a week. */
export const KEYS_LATELY = { days: 7 } as const;
