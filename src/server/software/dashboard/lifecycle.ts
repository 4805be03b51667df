import type { SupportLevel } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import type { HeldCycleRow } from './detail-queries';

/** When a support phase of a cycle ends; null: no day is known. */
export interface SupportPhase {
  readonly level: SupportLevel;
  readonly endsOn: Day | null;
  readonly ended: boolean;
}

/** A release cycle of a product, as it is drawn. */
export interface LifecycleCycle {
  readonly name: string;
  readonly label: string;
  readonly lts: boolean;
  readonly releasedOn: Day | null;
  /** Null: nothing is known of its end. */
  readonly endsOn: Day | null;
  /** False with a day: it has ended on an unknown day before it. */
  readonly endsOnKnown: boolean;
  readonly support: SupportPhase[];
  readonly isThis: boolean;
  /** As what images hold it. */
  readonly held: Pick<HeldCycleRow, 'softwareId' | 'artifactType' | 'images'>[];
}

type ShownCycle = Pick<HeldCycleRow, 'cycle' | 'releasedOn' | 'eolOn' | 'eolOnKnown' | 'lts'>;

/**
 * The product's cycles that images hold, and the given one, newest first.
 * @param held newest first
 */
export function lifecycleOf(shown: ShownCycle, held: readonly HeldCycleRow[]): LifecycleCycle[] {
  const byName = Map.groupBy(held, ({ cycle }) => cycle);
  const cycles = [...byName].flatMap(([, [first]]) => (first ? [first] : []));
  const all: ShownCycle[] = byName.has(shown.cycle) ? cycles : [shown, ...cycles];
  return all.map((cycle) => ({
    name: cycle.cycle,
    label: cycle.cycle,
    lts: cycle.lts ?? false,
    releasedOn: cycle.releasedOn,
    endsOn: cycle.eolOn,
    endsOnKnown: cycle.eolOnKnown,
    support: [],
    isThis: cycle.cycle === shown.cycle,
    held: (byName.get(cycle.cycle) ?? []).map(({ softwareId, artifactType, images }) => ({
      softwareId,
      artifactType,
      images,
    })),
  }));
}
