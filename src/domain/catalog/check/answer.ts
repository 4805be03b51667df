import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { Day } from '@/domain/eol/calendar';
import type { CoveringPlace } from '@/domain/contract/support';
import type { Advice } from '@/domain/advice/advice';
import type { PackageVerdict } from '@/domain/registry/verdict';
import type { Reference } from '../catalog';
import type { ComponentQuery, Ecosystem } from '../match';

export interface CheckQuestion {
  readonly component: ComponentQuery;
  /** The support level that is asked for; any text. */
  readonly lifecycle: string;
}

/** Who says that a component has ended: its vendor, the registry it comes from, or where its source is kept. */
export const EOL_REASONS = ['VENDOR_ANNOUNCED', 'REGISTRY_DEPRECATED', 'SOURCE_ARCHIVED'] as const;
export type EolReason = (typeof EOL_REASONS)[number];

export const ENTITY_TYPES = ['service', 'device', 'software', 'package', 'os'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** ISO 8601 in UTC with `Z`; a day is the midnight that it starts with. */
export type Instant = string;

/** The end of one support level. `date` null: the day is not known. */
export interface SupportEndAnswer {
  readonly reason: Lowercase<EolReason>;
  readonly date: Instant | null;
  readonly supportLevel: string;
  /** Whether it is the level that counts when none is asked for. */
  readonly isDefault: boolean;
}

/** One support level of the matched release cycle. */
export interface LifecycleAnswer {
  /** Of this level of this component version. */
  readonly id: string;
  /** Null: not known. */
  readonly eolAt: Instant | null;
  readonly componentId: string;
  /** The versions that it holds for: `16.x`. */
  readonly range: string;
  readonly supportLevel: string;
  readonly isDefault: boolean;
  readonly uri: string | null;
  /** The field of the catalog's source that says so. */
  readonly eolField: string;
  /** Null: not known, which is not the same as supported. */
  readonly isEol: boolean | null;
  readonly componentVersionId: string;
  /** Of this level of the release cycle: the same for all versions in it. */
  readonly lifecycleId: string;
}

/** A statement of a package registry, or of the place where the source is kept, on a component. */
export interface RegistryAnswer {
  readonly reason: Lowercase<EolReason>;
  /** In the publisher's words. */
  readonly message: string;
  readonly since: Instant | null;
  readonly url: string | null;
}

/**
 * What the registry of a component says of it, or why its line is stale, as the background last read it: the answer's
 * evidence where that is the best that is known.
 */
export interface FactAnswer extends Pick<PackageVerdict, 'kind' | 'message' | 'successor' | 'url'> {
  /** Of a stale line, its last release. */
  readonly released_on: PackageVerdict['releasedOn'];
  /** When its registry was read to say so. */
  readonly read_on: Day;
}

/** The answer in an envelope, as the contract's sample has it. */
export interface CheckResult {
  readonly componentName: string;
  readonly ecosystem: Ecosystem;
  readonly version: {
    readonly id: string;
    readonly version: string;
    readonly componentId: string;
    /** Null where the catalog does not know it; the same holds for the two others. */
    readonly releasedAt: Instant | null;
    readonly createdAt: Instant | null;
    readonly updatedAt: Instant | null;
  };
  readonly eol: {
    readonly now: {
      readonly primary: SupportEndAnswer | null;
      readonly other: SupportEndAnswer[];
    };
    readonly future: SupportEndAnswer | null;
  };
  readonly lifecycles: LifecycleAnswer[];
  readonly registry: RegistryAnswer | null;
}

export interface Evidence {
  readonly schema_version: string;
  readonly id: string;
  readonly modified: Instant | null;
  readonly published: Instant | null;
  readonly entity: {
    readonly lts: boolean;
    readonly name: string;
    readonly released: Instant | null;
    readonly type: EntityType;
    readonly vendor: string;
    readonly version: string;
  };
  /** `level`: 1 active, 2 standard, 3 extended. */
  readonly support: {
    readonly eol: Instant | null;
    readonly id: string;
    readonly level: number;
  }[];
  readonly references: Reference[];
  readonly identification: {
    readonly cpes: string[];
    readonly custom: { readonly name: string; readonly vendor: string };
    readonly purls: string[];
    readonly versions: string[];
  };
}

/** The identifier that a component was asked about by, as it came. */
export type AskedIdentifier =
  | { readonly name: string; readonly version: string; readonly ecosystem: Ecosystem }
  | { readonly purl: string }
  | { readonly cpe: string }
  | {
      readonly custom: {
        readonly name: string;
        readonly vendor?: string;
        readonly version: string;
      };
    };

/** One of several products that a component may be. */
export interface CandidateAnswer {
  /** The slug of the catalog's product. */
  readonly product: string;
  readonly name: string;
  readonly vendor: string;
  readonly cycle: string;
  /** Whether the support level that was asked for has ended; null: not known. */
  readonly eol: boolean | null;
  readonly eol_date: Instant | null;
  /** Present where a contract covers its release cycle. */
  readonly contract?: ContractAnswer;
}

/** A contract that covers a release cycle, in the words of every answer that has one. */
export interface ContractAnswer extends CoveringPlace {
  /** A UTC day, as the other. */
  readonly until: string;
  readonly upstreamDate: string | null;
  readonly upstreamDateKnown: boolean;
}

/** The two described shapes side by side: the envelope, and the flat fields. */
export interface CheckAnswer {
  readonly error: null;
  /** Null: nothing was found. */
  readonly result: CheckResult | null;
  /** Whether the support level that was asked for has ended. False may mean that nothing is known. */
  readonly eol: boolean;
  readonly eol_reason: EolReason | null;
  /** Whenever it is known, past or future. */
  readonly eol_date: Instant | null;
  /** `message`: why nothing was found, or what of the answer is not known; empty when there is nothing to say. */
  readonly match: { readonly found: boolean; readonly message: string };
  /**
   * Present where no vendor says that it has ended, but its product's release cycle of this name has, which came after
   * it.
   */
  readonly estimated_from?: string;
  /**
   * Present where the component may be any of several products, or of several makers' builds: those that know its
   * version. The answer says what holds for all of them, and nothing where they differ.
   */
  readonly candidates?: CandidateAnswer[];
  /** How well the answer is known. */
  readonly evidence_degree: EvidenceDegree;
  /** Present where a package's facts are what is known of it. Of a stale line, an estimate, nothing else is answered. */
  readonly fact?: FactAnswer;
  /** Whether the component has the support level that was asked for. */
  readonly found_support: boolean;
  readonly request: { readonly identifier: AskedIdentifier };
  readonly evidence: Evidence | null;
}

/** An answer with what a person asks next. */
export interface AdvisedAnswer extends CheckAnswer {
  /** Present where a contract covers the release cycle that was found. */
  readonly contract?: ContractAnswer;
  /**
   * Where to move from the release cycle that was found; null where none was, which does not say that there is no
   * need.
   */
  readonly advice: Advice | null;
}
