import { EVIDENCE_DEGREES, type EvidenceDegree } from '@/domain/evidence/degree';
import { imagesHolding } from '@/features/names/holding';
import { END_WORDS, type DayWords } from '@/lib/dates';
import type { EndingGroup, OverviewScope, SoftwareToMove } from './params';

/** Of several cycles, the first whose support ends. */
export const FIRST_END_WORDS: DayWords = {
  ...END_WORDS,
  past: 'First ended',
  today: 'First ends',
  future: 'First ends',
};

/** Lists the release cycles of a group, each once, in the order of their versions. */
export function cyclesOf({ software }: EndingGroup): string[] {
  return [...new Set(software.map(({ cycle }) => cycle))].toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
}

/** Lists how well the ends of a group are known, best first and each once. */
export function degreesOf({ software }: EndingGroup): EvidenceDegree[] {
  return EVIDENCE_DEGREES.filter((degree) => software.some(({ evidence }) => evidence === degree));
}

/** Lists the package types of a group, each once. */
export function typesOf({ software }: EndingGroup): string[] {
  return [...new Set(software.map(({ artifactType }) => artifactType))].toSorted();
}

/** Tells whether a group is of one release cycle alone, in however many package types. */
export function isOneCycle(group: EndingGroup): boolean {
  return cyclesOf(group).length === 1;
}

/**
 * Finds the software of a group that ended, or will end, before the rest of it. What ended on an unknown day has ended:
 * nothing that is still to end comes before it.
 * @param today a UTC day
 */
export function firstToEnd({ software }: EndingGroup, today: string): SoftwareToMove | undefined {
  const dated = software.filter(({ eolDateKnown }) => eolDateKnown);
  const [first] = dated.toSorted((one, other) => one.eolDate.localeCompare(other.eolDate));
  if (first && first.eolDate < today) return first;
  return software.find(({ eolDateKnown }) => !eolDateKnown) ?? first;
}

/** Picks one software for each place that a group is moved to, or for each reason that there is none. */
export function movesOf({ software }: EndingGroup): SoftwareToMove[] {
  const moves = new Map<string, SoftwareToMove>();
  for (const one of software) {
    const { advice } = one;
    const key = advice?.target ? `to ${advice.target.name}` : (advice?.reason ?? '');
    if (!moves.has(key)) moves.set(key, one);
  }
  // Where some of it can be moved, why the rest cannot is said with its parts.
  const targets = [...moves.values()].filter(({ advice }) => advice?.target);
  return targets.length > 0 ? targets : [...moves.values()];
}

/** Those of {@link movesOf} that have a place to be moved to. */
export function targetsOf(group: EndingGroup): SoftwareToMove[] {
  return movesOf(group).filter(({ advice }) => advice?.target);
}

/** Names what opens to all that is known of the move of one release cycle. */
export function moveLabel({ productName, cycle }: SoftwareToMove): string {
  return `${productName} ${cycle}: where to move`;
}

/** Builds the address of the images that hold any software of a group. Null where no address names them. */
export function imagesOfGroup({ software }: EndingGroup, scope: OverviewScope): string | null {
  return imagesHolding(
    software.map(({ id }) => id),
    scope,
  );
}
