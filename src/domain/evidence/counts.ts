import { EVIDENCE_DEGREES, EVIDENCE_WORDS, type EvidenceDegree } from './degree';

/**
 * The degrees as they are counted: beside them what the organization calls its own software, which nobody else says
 * anything of. It is counted apart, and never as supported.
 */
export const COUNTED_DEGREES = [...EVIDENCE_DEGREES, 'ours'] as const;
export type CountedDegree = EvidenceDegree | 'ours';

/** The same as labels. */
export const COUNTED_WORDS: Readonly<Record<CountedDegree, string>> = {
  ...EVIDENCE_WORDS,
  ours: 'Ours',
};

/** How many components have each degree. What is left out is none. */
export type EvidenceCounts = Readonly<Partial<Record<CountedDegree, number>>>;

/** What shares are counted of. */
export const SHARE_PARTS = ['ecosystem', 'team', 'image'] as const;
export type SharePart = (typeof SHARE_PARTS)[number];

/** Adds counts up. */
export function addCounts(one: EvidenceCounts, other: EvidenceCounts): EvidenceCounts {
  const sums = COUNTED_DEGREES.map(
    (degree) => [degree, (one[degree] ?? 0) + (other[degree] ?? 0)] as const,
  );
  return Object.fromEntries(sums.filter(([, count]) => count > 0));
}

/** Counts the components of all degrees. */
export function totalOf(counts: EvidenceCounts): number {
  return COUNTED_DEGREES.reduce((sum, degree) => sum + (counts[degree] ?? 0), 0);
}

/**
 * The share of components of others of which something is known, from 0 to 1; null where there are none. What is the
 * organization's own is no part of it on either side.
 */
export function knownShare(counts: EvidenceCounts): number | null {
  const others = totalOf(counts) - (counts.ours ?? 0);
  return others === 0 ? null : (others - (counts.unknown ?? 0)) / others;
}

/** Orders counts by how little is known: the lowest share first, of equal ones that with most unknown components. */
export function byLeastKnown(one: EvidenceCounts, other: EvidenceCounts): number {
  const difference = (knownShare(one) ?? 1) - (knownShare(other) ?? 1);
  return difference === 0 ? (other.unknown ?? 0) - (one.unknown ?? 0) : difference;
}
