import type { Support } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';

/**
 * The phases that vendors support a release cycle in. `STANDARD_SUPPORT` is the one that decides: after it
 * no security fixes are to be had without paying.
 */
export const SUPPORT_LEVELS = ['ACTIVE_SUPPORT', 'STANDARD_SUPPORT', 'EXTENDED_SUPPORT'] as const;
export type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** When one support level ends. `endsOn` null with `ended`: it has ended on an unknown day; without: not known. */
export interface SupportEnd {
  readonly level: SupportLevel;
  readonly endsOn: Day | null;
  readonly ended: boolean;
  /** Present where an organization's own date stands in the place of the catalog's. */
  readonly override?: SupportOverride;
  /** Present where a contract of the organization's decides: never in the catalog itself. */
  readonly contract?: Support;
}

/** An organization's own date for a cycle's standard support: who set it and why, and what it hides. */
export interface SupportOverride {
  readonly catalogEndsOn: Day | null;
  readonly catalogEnded: boolean;
  readonly reason: string;
  readonly setBy: string;
  readonly setOn: Day;
}

export interface ReleaseCycle {
  /** Matched with versions, unique within the product: `3.11`, `22.04`, `1.2-lts`. */
  readonly name: string;
  /** For people: `22.04 LTS`. */
  readonly label: string;
  readonly codename: string | null;
  readonly lts: boolean;
  readonly releasedOn: Day | null;
  readonly latestRelease: string | null;
  readonly latestReleasedOn: Day | null;
  readonly releaseNotesUrl: string | null;
  /** One entry for each level that the vendor has, in the order of `SUPPORT_LEVELS`. */
  readonly support: readonly SupportEnd[];
  /** Present where the catalog has no such cycle, and concludes from the cycles that it has that it has ended. */
  readonly inferred?: InferredEnd;
}

/** Why a cycle that the catalog does not have is said to have ended: it is older than one that has. */
export interface InferredEnd {
  /** The name of the cycle after it; it has ended, and everything before it. */
  readonly from: string;
}

export type IdentifierKind = 'purl' | 'cpe' | 'repology' | 'alias';

/** A purl without version and qualifiers, a CPE prefix (2.2 or 2.3), a repology project, or another name. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
}

export const REFERENCE_TYPES = ['CHANGELOG', 'ARTICLE', 'WEB', 'SOURCE', 'PACKAGE'] as const;
export type ReferenceType = (typeof REFERENCE_TYPES)[number];

export interface Reference {
  readonly type: ReferenceType;
  readonly url: string;
}

/** `organization`: added by the organization itself. */
export type ProductSource = 'starter' | 'import' | 'organization';

export interface Product {
  /** Unique among products of one source: `nodejs`, `amazon-linux`. */
  readonly slug: string;
  /** As scanners name it: `Node.js`. */
  readonly name: string;
  readonly vendor: string | null;
  /** `os`, `lang`, `framework`, `server-app`, `database`, `app`, `service`, `device`, `standard`. */
  readonly category: string;
  readonly identifiers: readonly Identifier[];
  /** What it was called before, the latest last. Organizations keep what they say of it by these; nothing else is found by them. */
  readonly formerNames?: readonly string[];
  readonly references: readonly Reference[];
  readonly source: ProductSource;
  /** Newest first. */
  readonly cycles: readonly ReleaseCycle[];
}

/** The level that decides when a cycle ends: after it there are no security fixes without paying. */
export function standardSupport({ support }: ReleaseCycle): SupportEnd | null {
  return support.find(({ level }) => level === 'STANDARD_SUPPORT') ?? null;
}

/** Whether an end is announced or has come. Without one there is nothing to find. */
export function hasEnd(cycle: ReleaseCycle): boolean {
  const standard = standardSupport(cycle);
  return standard !== null && (standard.ended || standard.endsOn !== null);
}

/** Whether security fixes are still to be had for nothing on `today`. A cycle with no announced end is supported. */
export function isSupported(cycle: ReleaseCycle, today: Day): boolean {
  const standard = standardSupport(cycle);
  if (!standard) return true;
  return standard.endsOn === null ? !standard.ended : standard.endsOn > today;
}

/** When the cycle ends by the catalog itself, whatever date an organization has set. */
export function catalogEndOf(cycle: ReleaseCycle): Day | null {
  const standard = standardSupport(cycle);
  return standard?.override ? standard.override.catalogEndsOn : (standard?.endsOn ?? null);
}

/** The kinds of product. Of a source's others nothing is assumed. */
export const PRODUCT_CATEGORIES = [
  'os',
  'lang',
  'framework',
  'server-app',
  'database',
  'app',
  'service',
  'device',
  'standard',
] as const;
