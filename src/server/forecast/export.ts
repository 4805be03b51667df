import { type DegreeCounts, EVIDENCE_DEGREES, EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { exportedList } from '@/server/export/exported-list';
import { forecastLines, type ForecastScope } from './service/forecast';

/** How files name how much of a line is planned. */
const COVERS = { all: 'Planned', part: 'Planned in part', none: 'Not planned' } as const;

/** The degrees that software of a line has, best first, in words. */
const degreesOf = (counts: DegreeCounts) =>
  EVIDENCE_DEGREES.filter((degree) => counts[degree] > 0).map((degree) => EVIDENCE_WORDS[degree]);

/** The lines of a forecast as a file. */
export const forecastExport = exportedList({
  name: 'forecast',
  permission: 'inventory:read',
  rows: (deps, organizationId, query: ForecastScope) => forecastLines(deps, organizationId, query),
  columns: [
    { header: 'Quarter', cell: ({ column }) => column.quarter ?? 'Ended' },
    { header: 'Software', cell: ({ line }) => line.product_name },
    { header: 'Cycles', cell: ({ line }) => line.cycles.map(({ cycle }) => cycle).join('; ') },
    {
      header: 'Ends',
      // Of what has ended on an unknown day, the day it was first seen is not its end.
      cell: ({ line }) => line.cycles.find((one) => one.ends_on_known)?.ends_on ?? null,
    },
    {
      header: 'Estimated from',
      cell: ({ line }) =>
        line.cycles.flatMap(({ estimated_from: from }) => from ?? []).join('; ') || null,
    },
    { header: 'Evidence', cell: ({ line }) => degreesOf(line.evidence).join('; ') },
    { header: 'Images', cell: ({ line }) => line.images },
    { header: 'Findings', cell: ({ line }) => line.findings },
    { header: 'Teams', cell: ({ line }) => line.teams },
    { header: 'Findings with no owner', cell: ({ line }) => line.unowned_findings },
    { header: 'Move to', cell: ({ line }) => line.move_to },
    { header: 'Plan', cell: ({ line }) => COVERS[line.plan.cover] },
    { header: 'Findings planned', cell: ({ line }) => line.planned_findings },
    { header: 'Plans', cell: ({ line }) => line.plan.count },
    { header: 'Next due', cell: ({ line }) => line.plan.next_due_on },
  ],
});
