/** Sorts of the list of findings, in the words of the address and of the table's columns. */
export const FINDING_SORTS = ['end', 'name', 'image', 'project', 'firstSeen'] as const;
export type FindingSort = (typeof FINDING_SORTS)[number];
