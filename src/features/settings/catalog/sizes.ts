/** How much of the lists is shown at first. */
export const ATTEMPTS_AT_FIRST = 10;
export const DATE_CHANGES_SHOWN = 20;
