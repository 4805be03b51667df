import type { Product } from '@/domain/catalog/catalog';
import { DISTRIBUTION_CPES } from './scanner-names';

/** Vendor and product of an operating system, in either binding. */
const SYSTEM_CPE = /^cpe:(?:\/|2\.3:)o:([^:]+):([^:]+)/i;

/**
 * SUSE writes its service pack behind the version (`cpe:/o:suse:sles:15:sp5`), where the scanner does not look:
 * each service pack is to it the release that the first one was.
 */
const BEHIND_VERSION = /^suse:/;

/** Vendor and product, in lower case, by which a distribution's own CPE names it: `debian:debian_linux`. */
export function distributionNames(product: Product): string[] {
  const named = product.identifiers.flatMap(({ kind, value }) => {
    const match = kind === 'cpe' ? SYSTEM_CPE.exec(value) : null;
    return match ? [`${match[1] ?? ''}:${match[2] ?? ''}`.toLowerCase()] : [];
  });
  const pairs = new Set([...(DISTRIBUTION_CPES[product.slug] ?? []), ...named]);
  return [...pairs].filter((pair) => !BEHIND_VERSION.test(pair));
}

/**
 * What the scanner compares a distribution's own CPE with, cut behind the product: `cpe:/o:debian:debian_linux`.
 * Most distributions write the 2.2 binding, Amazon Linux the 2.3 one, so there are both of each.
 */
export function distributionTexts(name: string): string[] {
  return [`cpe:/o:${name}`, `cpe:2.3:o:${name}`];
}
