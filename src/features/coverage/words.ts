import { formatCount, formatPercent } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

export type Coverage = Outputs['knowledge']['coverage'];
export type Counts = Coverage['all'];
export type Share = Coverage['ecosystems'][number];
export type UnknownPackage = Outputs['knowledge']['unknown']['items'][number];
export type OwnSoftware = Outputs['knowledge']['ownSoftware'][number];

/** A share in words: "92.4%". Never a whole that it is not. */
export function shareWords(share: number | null): string {
  if (share === null) return '–';
  if (share < 1 && share > 0.999) return `>${formatPercent(0.999, 1)}`;
  if (share > 0 && share < 0.001) return `<${formatPercent(0.001, 1)}`;
  return formatPercent(share, 1);
}

/** How many components have a degree. */
export function countIn({ degrees }: Counts, degree: Counts['degrees'][number]['degree']): number {
  return degrees.find((one) => one.degree === degree)?.count ?? 0;
}

/** A degree with how many have it, and which share: "Catalog: 120, 40%". */
export function degreeWords(name: string, count: number, { components }: Counts): string {
  return `${name}: ${formatCount(count)}, ${shareWords(count / components)}`;
}

/** A CPE name up to its product: what comes after it is of one version. */
export function cpePrefix(cpe: string | null): string | null {
  if (cpe === null) return null;
  return cpe.split(':').slice(0, 5).join(':');
}
