import {
  isSupported,
  type Product,
  type ReleaseCycle,
  standardSupport,
  type SupportLevel,
} from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import { toSupport } from '@/server/coverage/dto';
import type { HeldCycleRow } from '../repository/detail';

/** The end of a cycle's support phase; null: no day is known. */
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
  /** The vendor's notes on it. */
  readonly releaseNotesUrl: string | null;
  /** The cycle that its end was concluded from: nobody says it. */
  readonly estimatedFrom: string | null;
  readonly support: SupportPhase[];
  readonly isThis: boolean;
  /** Image tags that hold it, each once. Null: it is held as several things, and an image may hold more than one of them. */
  readonly images: number | null;
  /** As what images hold it. */
  readonly held: (Pick<HeldCycleRow, 'softwareId' | 'artifactType' | 'images'> & {
    readonly contract: ReturnType<typeof toSupport>;
  })[];
}

type ShownCycle = Pick<
  HeldCycleRow,
  'cycle' | 'releasedOn' | 'eolOn' | 'eolOnKnown' | 'estimatedFrom' | 'lts'
>;

/** Products with a cycle every few weeks have hundreds. */
const MAX_CYCLES = 40;

/**
 * Finds the product's cycles that concern the organization: those its images hold, the given one, and of the
 * catalog those that are still supported. Newest first. An end is the organization's own where it knows the cycle.
 * @param held newest first
 * @param product as the organization's catalog has it; null when it does not
 */
export function lifecycleOf(
  shown: ShownCycle,
  held: readonly HeldCycleRow[],
  product: Product | null,
  today: Day,
): LifecycleCycle[] {
  const byName = Map.groupBy(held, ({ cycle }) => cycle);
  // The end of a cycle that some images hold under a contract is the one that it has without.
  const known = new Map(
    [...byName].flatMap(([name, rows]) => {
      const first = rows.find(({ support }) => support === null) ?? rows[0];
      return first ? [[name, first] as const] : [];
    }),
  );
  const own = new Map<string, ShownCycle>([...known, [shown.cycle, shown]]);
  const catalogs = product?.cycles.filter(
    (cycle) => own.has(cycle.name) || isSupported(cycle, today),
  );
  const drawn = (catalogs ?? []).map((cycle) => fromCatalog(cycle, own.get(cycle.name)));
  const names = new Set(drawn.map(({ name }) => name));
  const others = [...own.values()].filter(({ cycle }) => !names.has(cycle)).map(fromScans);
  return [...drawn, ...others.toSorted(byRelease)].slice(0, MAX_CYCLES).map((cycle) => ({
    ...cycle,
    isThis: cycle.name === shown.cycle,
    images: imagesOf(byName.get(cycle.name) ?? []),
    held: (byName.get(cycle.name) ?? []).map(({ softwareId, artifactType, images, support }) => ({
      ...{ softwareId, artifactType, images, contract: toSupport(support) },
    })),
  }));
}

function imagesOf([only, ...others]: readonly HeldCycleRow[]): number | null {
  if (!only) return 0;
  return others.length === 0 ? only.images : null;
}

type DrawnCycle = Omit<LifecycleCycle, 'isThis' | 'images' | 'held'>;

function fromCatalog(cycle: ReleaseCycle, own: ShownCycle | undefined): DrawnCycle {
  const standard = standardSupport(cycle);
  return {
    name: cycle.name,
    label: cycle.label,
    lts: cycle.lts,
    releasedOn: cycle.releasedOn,
    endsOn: own ? own.eolOn : (standard?.endsOn ?? null),
    endsOnKnown: own ? own.eolOnKnown : true,
    estimatedFrom: own?.estimatedFrom ?? null,
    releaseNotesUrl: cycle.releaseNotesUrl,
    support: cycle.support.map(({ level, endsOn, ended }) => ({ level, endsOn, ended })),
  };
}

function fromScans({
  cycle,
  releasedOn,
  eolOn,
  eolOnKnown,
  estimatedFrom,
  lts,
}: ShownCycle): DrawnCycle {
  return {
    name: cycle,
    label: cycle,
    lts: lts ?? false,
    releasedOn,
    endsOn: eolOn,
    endsOnKnown: eolOnKnown,
    estimatedFrom,
    releaseNotesUrl: null,
    support: [],
  };
}

/** Orders cycles newest first; those whose release nobody knows come last. */
function byRelease(left: DrawnCycle, right: DrawnCycle): number {
  return (right.releasedOn ?? '').localeCompare(left.releasedOn ?? '');
}
