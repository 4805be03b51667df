/** How many updates of the catalogue are shown at first. */
export const ATTEMPTS_AT_FIRST = 10;
