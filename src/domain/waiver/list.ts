/** Sorts of the list of waivers, in the words of the address and of the table's columns. */
export const WAIVER_SORTS = ['asked', 'ends', 'software'] as const;
export type WaiverSort = (typeof WAIVER_SORTS)[number];
