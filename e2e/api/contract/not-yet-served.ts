/** Paths of the contract, and additions to it, that no procedure serves yet. A path that is served may not stand here. */
export const NOT_YET_SERVED: readonly string[] = ['POST /eol/check'];
