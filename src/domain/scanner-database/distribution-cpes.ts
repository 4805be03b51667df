import type { Product } from '@/domain/catalog/catalog';
import { DISTRIBUTION_CPES } from './scanner-names';

/** Vendor and product of an operating system, in either binding. */
const SYSTEM_CPE = /^cpe:(?:\/|2\.3:)o:([^:]+):([^:]+)/i;

/**
 * What the scanner compares a distribution's own CPE with, cut behind the product: `cpe:/o:debian:debian_linux`.
 * Most distributions write the 2.2 binding, Amazon Linux the 2.3 one, so there are both of each.
 */
export function distributionCpes(product: Product): string[] {
  const named = product.identifiers.flatMap(({ kind, value }) => {
    const match = kind === 'cpe' ? SYSTEM_CPE.exec(value) : null;
    return match ? [`${match[1] ?? ''}:${match[2] ?? ''}`.toLowerCase()] : [];
  });
  const pairs = new Set([...(DISTRIBUTION_CPES[product.slug] ?? []), ...named]);
  return [...pairs].flatMap((pair) => [`cpe:/o:${pair}`, `cpe:2.3:o:${pair}`]);
}
