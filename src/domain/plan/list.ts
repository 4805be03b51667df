/** Sorts of the list of plans, in the words of the address and of the table's columns. */
export const PLAN_SORTS = ['due', 'software', 'left', 'made'] as const;
export type PlanSort = (typeof PLAN_SORTS)[number];
