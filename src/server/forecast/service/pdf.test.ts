import { expect, test } from 'vitest';
import { perDegree } from '@/domain/evidence/degree';
import { QUARTER_COUNTS } from '@/domain/forecast/forecast';
import { PAPERS } from '@/server/export/paper';
import type { ForecastColumnRecord, ForecastLineRecord, ForecastRecord } from '../dto';
import { forecastPdf } from './pdf';

const SUMS = {
  ...{ software: 140, findings: 9_000, images: 1_200, teams: 40, unowned_findings: 12 },
  ...{ evidence: perDegree(() => 14), planned_findings: 3 },
  planned: { all: 40, part: 60, none: 40 },
};

/** A line whose cells all take two lines of text. */
function fullLine(index: number): ForecastLineRecord {
  const cycle = { ends_on: '2026-12-31', ends_on_known: false, estimated_from: null };
  return {
    ...SUMS,
    product_name: `Enterprise Application Platform ${String(index)}`,
    cycles: ['7.4.1', '7.4.2', '7.4.3', '7.4.4'].map((name) => ({ ...cycle, cycle: name })),
    ends_on: '2026-12-31',
    team_names: ['Customer Identity and Access', 'Payments and Settlement', 'Shop'],
    move_to: '8.1 (LTS)',
    plan: { cover: 'part', count: 3, under_way: 1, overdue: 1, next_due_on: '2026-12-01' },
  };
}

function fullColumn(quarter: string | null): ForecastColumnRecord {
  return {
    ...SUMS,
    ...{ kind: quarter === null ? 'ended' : 'quarter', quarter, first_day: null, last_day: null },
    ...{ lines: Array.from({ length: 9 }, (_, index) => fullLine(index)), lines_left_out: 0 },
  };
}

function fullForecast(quarters: number): ForecastRecord {
  const sentence =
    '140 pieces of software in use have ended, in 1,200 images across 40 teams: 2 by an estimate.';
  return {
    ...{ as_of: '2026-11-21', quarters, ahead: SUMS, sentences: Array(3).fill(sentence) },
    columns: [null, ...Array.from({ length: quarters }, (_, at) => `Q${String(at + 1)} 2027`)].map(
      fullColumn,
    ),
    moves: { planned: 12, under_way: 7, found_again: 2, overdue: 3 },
    trend: ['2025-11-30', '2026-11-21'].map((day) => ({ as_of: day, ended: 900, soon: 80 })),
  };
}

test.each(PAPERS.flatMap((paper) => QUARTER_COUNTS.map((quarters) => ({ paper, quarters }))))(
  'a full forecast of $quarters quarters is one sheet of $paper',
  async ({ paper, quarters }) => {
    const about = { organization: 'Acme', paper, madeAt: new Date('2026-11-21T00:00:00Z') };
    const pdf = Buffer.from(await forecastPdf(fullForecast(Number(quarters)), about)).toString(
      'latin1',
    );
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  },
);
