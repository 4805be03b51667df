/** What the counts of an image count. */
export const SOFTWARE_NOUN = ['software', 'software'] as const;
