import { createHash } from 'node:crypto';
import { addMonths, type Day } from '@/domain/eol/calendar';
import type { CycleRow, SeedProduct } from '../products/product';
import type { PayloadDistro } from '../packages/distribution';
import type { PayloadPackage } from '../packages/payload-package';
import type { Composition } from './composition';

/** A cycle's dates when a scanner does not know them. */
const UNKNOWN_DATE = '0001-01-01';
/** The organization's scanners report cycles that end within three years. */
const LOOKAHEAD_MONTHS = 36;

export interface PayloadCycle {
  readonly ProductName: string;
  readonly ProductPermalink: string;
  readonly ReleaseCycle: string;
  readonly LTS: string;
  readonly Eol: string;
  readonly EolBool: boolean;
  readonly LatestRelease: string;
  readonly LatestReleaseDate: string;
  readonly ReleaseDate: string;
}

export interface PayloadMatch {
  readonly Cycle: PayloadCycle;
  readonly Package: PayloadPackage;
  readonly VulnCount: number;
}

export type EventSource =
  | {
      readonly Type: 'ImageScheme';
      readonly ImageName: string;
      readonly ImageDigest: string;
      readonly ImageLabels: Readonly<Record<string, string>> | null;
    }
  | { readonly Type: 'DirectoryScheme'; readonly Target: string };

/** The body of `PUT /v2/scan`, as far as the service reads it; the SBOM travels beside it. */
export interface ScanPayload {
  readonly Matches: readonly PayloadMatch[];
  readonly Packages: readonly PayloadPackage[];
  readonly Context: {
    readonly Source: {
      readonly Metadata: { tags: readonly string[]; repoDigests: readonly string[] };
    };
    readonly Distro: PayloadDistro | null;
  };
  readonly AppConfig: {
    readonly 'project-name': string;
    readonly 'commit-hash': string;
    readonly 'image-path': string;
    readonly lookahead: string;
  };
  readonly ImageVerified: boolean;
  readonly EventSource: EventSource;
}

/** Lists what a scanner reports on a day: cycles that end within its look-ahead, or whose end it does not know. */
export function matchesOn(composition: Composition, day: Day): PayloadMatch[] {
  const horizon = addMonths(day, LOOKAHEAD_MONTHS);
  return composition.known
    .filter(({ cycle: [, , eol] }) => eol === null || eol === 'ended' || eol <= horizon)
    .map(({ product, cycle, package: found }) => ({
      Cycle: payloadCycle(product, cycle),
      Package: found,
      VulnCount: 0,
    }));
}

function payloadCycle(product: SeedProduct, cycle: CycleRow): PayloadCycle {
  const [name, releasedOn, eol, latestRelease, latestReleasedOn, lts = ''] = cycle;
  return {
    ProductName: product.name,
    ProductPermalink: `https://endoflife.date/${product.slug}`,
    ReleaseCycle: name,
    LTS: lts,
    Eol: eol === null || eol === 'ended' ? UNKNOWN_DATE : eol,
    EolBool: eol === 'ended',
    LatestRelease: latestRelease ?? '',
    LatestReleaseDate: latestReleasedOn ?? UNKNOWN_DATE,
    ReleaseDate: releasedOn,
  };
}

/** Hexadecimal, as long as wanted, and the same for the same parts. */
export function hexOf(length: number, ...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, length);
}
