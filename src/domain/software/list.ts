/** Sorts of the list of software, in the words of the address and of the table's columns. */
export const SOFTWARE_SORTS = ['end', 'name', 'images'] as const;
export type SoftwareSort = (typeof SOFTWARE_SORTS)[number];
