import { addMonths, type Day } from '@/domain/eol/calendar';
import type { CycleRecord, ProductPage } from '@/features/catalog/types';
import { endState, standardOf } from '@/features/catalog/support/view';
import type { CycleChoice } from '@/features/catalog/product/params';

/** For how long an end is news. */
const LATELY_MONTHS = 12;

type EndHere = ProductPage['ends_here'][number];

/**
 * The cycles of each choice, in the order of the catalog. Where no cycle is current, all are drawn. What is in use has ended
 * where its images are judged to hold what has.
 */
export function cyclesByChoice(
  cycles: readonly CycleRecord[],
  endsHere: readonly EndHere[],
  today: Day,
): Record<CycleChoice, readonly CycleRecord[]> {
  const lately = addMonths(today, -LATELY_MONTHS);
  const hasEnded = (cycle: CycleRecord) => endState(standardOf(cycle), today) === 'ended';
  const used = cycles.filter(({ images }) => images > 0);
  const ended = new Set(endsHere.filter((end) => isOver(end, today)).map(({ cycle }) => cycle));
  const current = cycles.filter(
    (cycle) => cycle.images > 0 || !hasEnded(cycle) || (standardOf(cycle)?.ends_on ?? '') > lately,
  );
  return {
    current: current.length > 0 ? current : cycles,
    used,
    ended: used.filter(({ name }) => ended.has(name)),
    all: cycles,
  };
}

type OtherCycles = ProductPage['other_cycles'];

/** The same of cycles that images hold and the catalog does not have. */
export function othersByChoice(others: OtherCycles, today: Day): Record<CycleChoice, OtherCycles> {
  const ended = others.filter((end) => isOver(end, today));
  return { current: others, used: others, ended, all: others };
}

function isOver({ ends_on: on }: Pick<EndHere, 'ends_on'>, today: Day): boolean {
  return on !== null && on <= today;
}

/** The end that images here are judged by, where it is another one than the catalog's; null: it is none. */
export function otherEndHere(cycle: CycleRecord, endsHere: readonly EndHere[]): EndHere | null {
  const here = endsHere.find((one) => one.cycle === cycle.name);
  if (!here) return null;
  const standard = standardOf(cycle);
  // That it ended on an unknown day, the catalog says itself: images have the day on which it was first seen.
  if (standard?.ended && standard.ends_on === null && !here.ends_on_known) return null;
  return here.ends_on === (standard?.ends_on ?? null) ? null : here;
}
