/** How much of the list is shown. */
export const DATE_CHANGES_SHOWN = 20;
