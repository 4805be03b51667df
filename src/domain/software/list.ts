/** What the list of software may be sorted by, in the words of the address and of the table's columns. */
export const SOFTWARE_SORTS = ['end', 'name', 'images'] as const;
export type SoftwareSort = (typeof SOFTWARE_SORTS)[number];
