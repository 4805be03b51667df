/** Sorts of the list of projects, in the words of the address and of the table's columns. */
export const PROJECT_SORTS = ['name', 'images', 'ended', 'latestScan'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];
