import type { KeyName } from '../organization/keys';
import type { PoolName } from '../packages/pools';

/**
 * From `daysAgo` on, an image holds these as well: `<product> <version>`, where needed with
 * `as <type> <package name>`. It replaces what was there of the same product; `-<product>` takes it out.
 */
export type SeedStep = readonly [daysAgo: number, ...uses: string[]];

/** One tag of an image, and when it is scanned. */
export interface SeedTag {
  readonly tag: string;
  /** Days ago of the first scan. */
  readonly from: number;
  /** Days between two scans. */
  readonly every: number;
  /** Days ago after which it is scanned no more; it goes on until today unless told otherwise. */
  readonly until?: number;
  /** A release: what it holds stays as it was so many days ago. */
  readonly asOf?: number;
  /** It follows the image's steps this many days late. */
  readonly lagDays?: number;
  /** Its signature was verified. */
  readonly verified?: boolean;
  /** Its uploads carry a software bill of materials. */
  readonly sbom?: boolean;
}

export interface SeedImage {
  /** Registry and repository as a user types them; a folder when `kind` is directory. */
  readonly name: string;
  readonly kind?: 'directory';
  readonly labels?: Readonly<Record<string, string>>;
  readonly dockerfile?: string;
  /** How many packages of each kind it holds beside the distribution's and those of `steps`. */
  readonly inventory: Readonly<Partial<Record<PoolName, number>>>;
  readonly steps: readonly SeedStep[];
  readonly tags: readonly SeedTag[];
}

export interface SeedProject {
  /** As scanners report it. */
  readonly name: string;
  /** The key that its pipeline uploads with. */
  readonly key: KeyName;
  readonly labels?: Readonly<Record<string, string>>;
  /** Days ago on which somebody deleted it. */
  readonly deletedDaysAgo?: number;
  readonly images: readonly SeedImage[];
}
