/** Sorts of the list of teams, in the words of the address and of the table's columns. */
export const TEAM_SORTS = ['name', 'people', 'projects'] as const;
export type TeamSort = (typeof TEAM_SORTS)[number];
