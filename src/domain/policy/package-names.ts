/** What waivers call a package: its package URL without version and qualifiers is the product, its version the cycle. */
export interface PackageNames {
  readonly productName: string;
  readonly cycle: string;
}

/** Names a package as waivers do. */
export function packageNames({
  purl,
  version,
}: {
  readonly purl: string;
  readonly version: string;
}): PackageNames {
  return { productName: purl.replace(/[?#].*$/s, '').replace(/@[^/@]*$/, ''), cycle: version };
}
