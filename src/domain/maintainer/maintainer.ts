/**
 * Who maintains a package that comes in a distribution's format, and what says so. The distribution's word counts only
 * for what the distribution built; what neither names a vendor nor looks like a distribution's build is unknown, and
 * is never taken for supported.
 */
export type Maintainer =
  | {
      readonly kind: 'distribution';
      /** `Debian 12`; null where nothing says which distribution or release it is. */
      readonly name: string | null;
      readonly evidence: readonly string[];
    }
  | {
      readonly kind: 'vendor';
      /** Whose archive or build it is, for people. */
      readonly name: string;
      /** The catalog's product, where the package's name alone tells it. */
      readonly slug: string | null;
      /** Whether the package is known by name, so that nothing else may be guessed from what it is built from. */
      readonly isByName: boolean;
      readonly evidence: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly evidence: readonly string[] };

/** A package in a distribution's format, with what is known of where it is. */
export interface PackagedBuild {
  /** `deb`, `rpm`, `apk`, `alpm`. */
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string;
  /** The source packages it was built from; a version is null when it is the package's own. */
  readonly sources: readonly { readonly name: string; readonly version: string | null }[];
  /** The distribution that the package or its image names; null for none. */
  readonly release: DistributionRelease | null;
}

/** `family`: the slug of the distribution, or its id where the catalog has none. `versionId` may be a codename. */
export interface DistributionRelease {
  readonly family: string;
  readonly versionId: string;
}

export function ofDistribution(evidence: string): Maintainer {
  return { kind: 'distribution', name: null, evidence: [evidence] };
}

export function ofVendor(
  name: string,
  evidence: string,
  product: { readonly slug: string | null; readonly isByName: boolean } = {
    slug: null,
    isByName: false,
  },
): Maintainer {
  return { kind: 'vendor', name, ...product, evidence: [evidence] };
}

export function ofNobodyKnown(evidence: string): Maintainer {
  return { kind: 'unknown', evidence: [evidence] };
}

const MAX_QUOTED = 80;

/** A part of what somebody sent, for evidence. */
export function quoted(text: string): string {
  return `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text}”`;
}
