import type { z } from 'zod';
import type { Day } from '@/domain/eol/calendar';
import { knownText } from './known-text';
import type { match } from './payload-parts';

/** What a scanner says of a release cycle. */
export interface CycleFacts {
  readonly product: string;
  readonly permalink: string | null;
  readonly cycle: string;
  readonly eolOn: Day | null;
  /** Whether the scanner can count days from the end that it sends. */
  readonly eolIsPlain: boolean;
  /** `EolBool`: it has ended, also when nobody knows since when. */
  readonly ended: boolean;
  readonly lts: boolean | null;
  readonly latestRelease: string | null;
  readonly latestReleaseOn: Day | null;
  readonly releasedOn: Day | null;
}

/** Reads a cycle of a payload that its schema has accepted. */
export function toCycleFacts(data: z.output<typeof match>['Cycle']): CycleFacts {
  return {
    product: data.ProductName.toWellFormed(),
    permalink: knownText(data.ProductPermalink),
    cycle: data.ReleaseCycle.toWellFormed(),
    eolOn: data.Eol.on,
    eolIsPlain: data.Eol.isPlain,
    ended: data.EolBool ?? false,
    lts: data.LTS,
    latestRelease: knownText(data.LatestRelease),
    latestReleaseOn: data.LatestReleaseDate,
    releasedOn: data.ReleaseDate,
  };
}
