import { perDegree } from '@/domain/evidence/degree';
import type { Column, Forecast, Line } from '../words';

const NOTHING = {
  ...{ software: 0, findings: 0, images: 0, teams: 0, unowned_findings: 0 },
  ...{ planned: { all: 0, part: 0, none: 0 }, planned_findings: 0 },
  evidence: perDegree(() => 0),
};

/** A line of a forecast; what a test does not care about is left out. */
export function forecastLine(facts: Partial<Line> = {}): Line {
  const known = { ends_on: '2027-01-01', ends_on_known: true, estimated_from: null };
  return {
    ...{ product_name: 'Redis', cycles: [{ cycle: '7', ...known }], ends_on: '2027-01-01' },
    ...NOTHING,
    ...{ software: 1, findings: 5, images: 4, teams: 3 },
    ...{ team_names: ['Payments', 'Shop', 'Web'], move_to: '8' },
    plan: { cover: 'none', count: 0, under_way: 0, overdue: 0, next_due_on: null },
    ...facts,
  };
}

/** A column of a forecast, without lines unless they are given. */
export function forecastColumn(quarter: string | null, facts: Partial<Column> = {}): Column {
  const kind = quarter === null ? 'ended' : 'quarter';
  const days = { first_day: null, last_day: null };
  return { ...{ kind, quarter }, ...days, ...NOTHING, lines: [], lines_left_out: 0, ...facts };
}

/** A forecast as of 21 Nov 2026 of some columns. */
export function forecast(columns: readonly Column[]): Forecast {
  return {
    ...{ as_of: '2026-11-21', quarters: columns.length - 1, columns: [...columns] },
    // Those of the API: pages and pictures write their own.
    sentences: [],
    ahead: { ...NOTHING, software: 7, images: 9, teams: 1 },
    moves: { planned: 0, under_way: 0, found_again: 0, overdue: 0 },
    trend: [],
  };
}
