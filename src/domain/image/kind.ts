/**
 * Kinds of things that inventories list. `application`: neither an image nor a directory, and named by a name and a version, as SBOMs
 * of builds and repositories are.
 */
export const IMAGE_KINDS = ['image', 'directory', 'application'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
