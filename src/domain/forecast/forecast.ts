import type { Day } from '@/domain/eol/calendar';
import { type DegreeCounts, type EvidenceDegree, perDegree } from '@/domain/evidence/degree';
import { lastDayOfQuarter, quarterAfter, quarterOf, quarterWords } from '@/domain/plan/quarter';

/** How many quarters a forecast may be asked to tell of, the one of today first, as addresses have it. */
export const QUARTER_COUNTS = ['4', '6'] as const;
export type QuarterCount = (typeof QUARTER_COUNTS)[number];

/** How far the findings of something are in the place of a plan. */
export const PLAN_COVERS = ['all', 'part', 'none'] as const;
export type PlanCover = (typeof PLAN_COVERS)[number];

/** A quarter of the calendar; of the first one what is left of it counts. */
export interface Quarter {
  readonly first: Day;
  readonly last: Day;
  /** `Q4 2026`. */
  readonly name: string;
}

/** Lists the quarters of a forecast, the one of today first. */
export function forecastQuarters(today: Day, count: number): Quarter[] {
  const quarters: Quarter[] = [];
  for (let first = quarterOf(today); quarters.length < count; first = quarterAfter(first)) {
    quarters.push({ first, last: lastDayOfQuarter(first), name: quarterWords(first) });
  }
  return quarters;
}

/** Software in use (a release cycle as one package type) with an end, and what holds it. */
export interface EndingSoftware {
  readonly productKey: string;
  readonly productName: string;
  readonly cycle: string;
  readonly eolOn: Day;
  readonly eolOnKnown: boolean;
  /** The cycle that its end was concluded from. */
  readonly estimatedFrom: string | null;
  /** How well its end is known. */
  readonly evidence: EvidenceDegree;
  /** Images that hold it: its findings. */
  readonly findings: number;
  /** Those of them that are in the place of a plan to move it. */
  readonly planned: number;
  /** Those in projects that no team owns. */
  readonly unowned: number;
  /** The teams whose projects hold it. */
  readonly teamIds: readonly string[];
  /** The plans that move it from where it is held. */
  readonly planIds: readonly string[];
}

/** Adds up some software. A team counts once, however much of it its projects hold. */
export interface Sums {
  readonly software: number;
  /** Software by how well its end is known. */
  readonly evidence: DegreeCounts;
  /** Software by how far it is planned. */
  readonly planned: Readonly<Record<PlanCover, number>>;
  readonly findings: number;
  readonly plannedFindings: number;
  readonly unownedFindings: number;
  readonly teamIds: readonly string[];
  readonly planIds: readonly string[];
}

/** A release cycle of a line, once for all of its package types. */
export interface LineCycle {
  readonly cycle: string;
  readonly endsOn: Day;
  readonly endsOnKnown: boolean;
  readonly estimatedFrom: string | null;
}

/** All of one product that ends in one column. */
export interface ForecastLine extends Sums {
  readonly productKey: string;
  readonly productName: string;
  /** Those that end first come first. */
  readonly cycles: readonly LineCycle[];
  /** When the first of them ends. */
  readonly endsOn: Day;
}

/** What has ended and is in use, or what ends in one quarter. */
export interface ForecastColumn extends Sums {
  /** Null: it has ended already. */
  readonly quarter: Quarter | null;
  readonly lines: readonly ForecastLine[];
}

export interface Forecast {
  /** What has ended and is in use; then the quarters. */
  readonly columns: readonly ForecastColumn[];
  /** The quarters together, without what has ended. */
  readonly ahead: Sums;
}

/**
 * Puts software in use into the columns of a forecast. What ends today has ended, as in all lists; what ends after the last
 * quarter is left out.
 */
export function forecastOf(
  software: readonly EndingSoftware[],
  quarters: readonly Quarter[],
  today: Day,
): Forecast {
  const byColumn = Map.groupBy(software, ({ eolOn }) => (eolOn <= today ? null : quarterOf(eolOn)));
  const columns = [null, ...quarters].map((quarter) => {
    const rows = byColumn.get(quarter?.first ?? null) ?? [];
    return { quarter, ...sumsOf(rows), lines: linesOf(rows) };
  });
  const ahead = quarters.flatMap(({ first }) => byColumn.get(first) ?? []);
  return { columns, ahead: sumsOf(ahead) };
}

/** Tells how far findings are in the place of a plan. */
export function planCover({ findings, planned }: { findings: number; planned: number }): PlanCover {
  if (planned <= 0) return 'none';
  return planned < findings ? 'part' : 'all';
}

function linesOf(rows: readonly EndingSoftware[]): ForecastLine[] {
  return [...Map.groupBy(rows, ({ productKey }) => productKey)].flatMap(([productKey, ofLine]) => {
    const cycles = cyclesOf(ofLine);
    const [first] = cycles;
    const [{ productName } = { productName: '' }] = ofLine;
    if (!first) return [];
    return [{ productKey, productName, cycles, endsOn: first.endsOn, ...sumsOf(ofLine) }];
  });
}

function cyclesOf(rows: readonly EndingSoftware[]): LineCycle[] {
  const cycles = new Map<string, LineCycle>();
  for (const { cycle, eolOn, eolOnKnown, estimatedFrom } of rows) {
    // A contract may have one cycle end twice, on two days in two places: both are told.
    const key = `${cycle} ${eolOn}`;
    cycles.set(key, { cycle, endsOn: eolOn, endsOnKnown: eolOnKnown, estimatedFrom });
  }
  return [...cycles.values()].toSorted((one, other) =>
    one.endsOn === other.endsOn ? 0 : one.endsOn < other.endsOn ? -1 : 1,
  );
}

function sumsOf(rows: readonly EndingSoftware[]): Sums {
  const planned = { all: 0, part: 0, none: 0 };
  for (const row of rows) planned[planCover(row)] += 1;
  const add = (count: (row: EndingSoftware) => number) =>
    rows.reduce((sum, row) => sum + count(row), 0);
  return {
    software: rows.length,
    evidence: perDegree((degree) => rows.filter(({ evidence }) => evidence === degree).length),
    planned,
    findings: add(({ findings }) => findings),
    plannedFindings: add((row) => row.planned),
    unownedFindings: add(({ unowned }) => unowned),
    teamIds: [...new Set(rows.flatMap(({ teamIds }) => teamIds))],
    planIds: [...new Set(rows.flatMap(({ planIds }) => planIds))],
  };
}
