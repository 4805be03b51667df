import { addMonths, type Day } from '@/domain/eol/calendar';
import type { CycleRecord, ProductPage } from '@/features/catalog/types';
import { endState, standardOf } from '@/features/catalog/support/view';
import type { CycleChoice } from '@/features/catalog/product/params';

/** For how long an end is news. */
const LATELY_MONTHS = 12;

/** The cycles of each choice, in the order of the catalog. Where no cycle is current, all are drawn. */
export function cyclesByChoice(
  cycles: readonly CycleRecord[],
  today: Day,
): Record<CycleChoice, readonly CycleRecord[]> {
  const lately = addMonths(today, -LATELY_MONTHS);
  const hasEnded = (cycle: CycleRecord) => endState(standardOf(cycle), today) === 'ended';
  const used = cycles.filter(({ images }) => images > 0);
  const current = cycles.filter(
    (cycle) => cycle.images > 0 || !hasEnded(cycle) || (standardOf(cycle)?.ends_on ?? '') > lately,
  );
  return {
    current: current.length > 0 ? current : cycles,
    used,
    ended: used.filter(hasEnded),
    all: cycles,
  };
}

type OtherCycles = ProductPage['other_cycles'];

/** The same of cycles that images hold and the catalog does not have. */
export function othersByChoice(others: OtherCycles, today: Day): Record<CycleChoice, OtherCycles> {
  const ended = others.filter(({ ends_on: on }) => on !== null && on <= today);
  return { current: others, used: others, ended, all: others };
}
