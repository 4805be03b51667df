/** Shortest and longest password that is accepted; the longest keeps hashing bounded. */
export const PASSWORD_LENGTH = { min: 12, max: 1000 } as const;
