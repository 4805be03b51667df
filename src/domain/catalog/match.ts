import type { Maintainer } from '@/domain/maintainer/maintainer';
import type { Product, ReleaseCycle } from './catalog';

export const ECOSYSTEMS = ['generic', 'npm', 'nuget', 'pypi', 'maven', 'golang'] as const;
export type Ecosystem = (typeof ECOSYSTEMS)[number];

/** A question about one component, as it came. */
export type ComponentQuery =
  | {
      readonly kind: 'name';
      readonly name: string;
      readonly version: string;
      readonly ecosystem: Ecosystem;
    }
  | { readonly kind: 'purl'; readonly purl: string }
  | { readonly kind: 'cpe'; readonly cpe: string }
  | {
      readonly kind: 'custom';
      readonly name: string;
      readonly vendor: string | null;
      readonly version: string;
    };

/** The distribution's release that maintains a package. */
export interface Distribution {
  readonly product: Product;
  readonly cycle: ReleaseCycle;
}

/** A release cycle of one of several products that a component may be. */
export interface Candidate {
  readonly product: Product;
  readonly cycle: ReleaseCycle;
}

/** The catalog's answer about a component. */
export interface FoundMatch {
  readonly found: true;
  /** Name and version as the component gives them, decoded and without what its ecosystem adds. */
  readonly name: string;
  readonly version: string;
  /**
   * Whose support decides. For a distribution's own package the distribution's product and release, whether or
   * not the catalog knows what it packages.
   */
  readonly product: Product;
  readonly cycle: ReleaseCycle;
  /** `distribution`: the component is a package that the distribution `product` `cycle` maintains. */
  readonly maintainer: 'vendor' | 'distribution';
  /** For a distribution's package: what it packages, where the catalog knows it. */
  readonly upstream: { readonly product: Product; readonly cycle: ReleaseCycle } | null;
  /** The identifier of the catalog that led here, for evidence: `pkg:npm/express`. */
  readonly by: string;
  /** Who maintains it and what says so, where it is a package in a distribution's format, a kernel, or built anew by others. */
  readonly maintainedBy?: Maintainer;
}

export interface NoMatch {
  readonly found: false;
  /**
   * `unreadable`: the purl or CPE is not one. `no_version`: it names no version. `unknown_product`,
   * `unknown_cycle`: the catalog lacks it. `unknown_distribution`: a distribution's package that does not say
   * of which release. `unknown_maintainer`: nothing says that the distribution built it, nor who else did; or it
   * was built by somebody whose support is not known.
   * `ambiguous`: several products or cycles fit alike.
   */
  readonly reason:
    | 'unreadable'
    | 'no_version'
    | 'unknown_product'
    | 'unknown_cycle'
    | 'unknown_distribution'
    | 'unknown_maintainer'
    | 'ambiguous';
  /** How matching was tried and why it failed, for people. */
  readonly message: string;
  /** The product, where only the cycle is unknown. */
  readonly product: Product | null;
  /** Where several products fit alike: those that know the version, and what it is of in each. */
  readonly candidates?: readonly Candidate[];
  /** As in a match. */
  readonly maintainedBy?: Maintainer;
  /**
   * Of what others than its project built: the match that it would have been. It says nothing of theirs, but what an
   * organization says itself of that release cycle is about what it runs.
   */
  readonly asBuiltByProject?: FoundMatch;
}

export type CatalogMatch = FoundMatch | NoMatch;
