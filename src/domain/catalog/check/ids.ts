import { hash } from 'node:crypto';
import { base58 } from '@scure/base';

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
