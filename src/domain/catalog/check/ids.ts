import { hash } from 'node:crypto';
import { base58 } from '@scure/base';
import type { SupportLevel } from '../catalog';
import type { FoundMatch } from '../match';
import { componentNames, productNames } from './component-names';

/** As much of the digest as two ids never share by chance. */
const DIGEST_BYTES = 16;

/**
 * The id of what `names` name, outermost first: `cv_` for a version of a component, `c_` for a component,
 * `life_` for a support level. It follows from the names alone, so it is the same on every instance and
 * after every import of the catalogue.
 */
export function derivedId(prefix: 'cv_' | 'c_' | 'life_', names: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(names), 'buffer');
  return prefix + base58.encode(digest.subarray(0, DIGEST_BYTES));
}

/** The ids of a match and of its support levels. */
export interface MatchIds {
  readonly component: string;
  readonly version: string;
  /** Of a support level of this very version. */
  life(level: SupportLevel): string;
  /** Of a support level of the release cycle, whichever of its versions is asked about. */
  lifecycle(level: SupportLevel): string;
}

export function idsOf(match: FoundMatch): MatchIds {
  const names = componentNames(match);
  const { product, cycle, version } = match;
  return {
    component: derivedId('c_', names),
    version: derivedId('cv_', [...names, version]),
    life: (level) => derivedId('life_', [...names, version, level]),
    lifecycle: (level) =>
      derivedId('life_', [...productNames(product), 'cycle', cycle.name, level]),
  };
}
