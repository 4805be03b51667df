/** A package and the versions of it that images hold, oldest first. */
export type PackageRow = readonly [name: string, ...versions: string[]];
