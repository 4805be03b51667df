import { packageNames } from '@/domain/policy/package-names';
import type { CheckedDocument, WeighedFinding } from './report';

/** Gives the address where a waiver of a denied or warned finding is asked for; null where there is none. */
export function waiverUrlOf(
  { policy: { waiver_url: base } }: CheckedDocument,
  { finding, weight }: WeighedFinding,
): string | null {
  const { productName: product, cycle } = finding.judged
    ? packageNames(finding.judged)
    : { productName: finding.product_name, cycle: finding.cycle };
  if (base === undefined || !URL.canParse(base)) return null;
  if (weight !== 'denied' && weight !== 'warned') return null;
  const url = new URL(base);
  url.searchParams.set('product', product);
  url.searchParams.set('cycle', cycle);
  return url.href;
}
