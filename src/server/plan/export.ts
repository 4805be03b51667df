import { EVIDENCE_WORDS } from '@/domain/evidence/degree';
import { exportedList } from '@/server/export/exported-list';
import { conditionsOf, type listPlansInput } from './list-plans';
import { plansForExport } from './service/list';
import type { z } from 'zod';

/** How files name where a plan stands. */
const STATES = {
  planned: 'Planned',
  under_way: 'Under way',
  done: 'Done',
  found_again: 'Found again',
} as const;

type ExportQuery = z.output<typeof listPlansInput> & { readonly readerId: string | null };

/** The plans as a file. */
export const plansExport = exportedList({
  name: 'plans',
  permission: 'plan:read',
  rows: (deps, organizationId, query: ExportQuery) =>
    plansForExport(deps, organizationId, { ...conditionsOf(query), readerId: query.readerId }),
  columns: [
    { header: 'Software', cell: (plan) => `${plan.product_name} ${plan.cycle}` },
    { header: 'Ends', cell: (plan) => plan.eol_date },
    { header: 'Estimated from', cell: (plan) => plan.estimated_from },
    { header: 'Evidence', cell: (plan) => EVIDENCE_WORDS[plan.evidence] },
    { header: 'Move to', cell: (plan) => `${plan.target_product_name} ${plan.target_cycle}` },
    { header: 'Where', cell: (plan) => plan.project_name ?? plan.team_name ?? 'Everywhere' },
    { header: 'State', cell: (plan) => STATES[plan.state] },
    { header: 'Due', cell: (plan) => plan.due_on },
    { header: 'Overdue', cell: (plan) => (plan.overdue ? 'Yes' : 'No') },
    { header: 'Images left', cell: (plan) => plan.images_left },
    { header: 'Images', cell: (plan) => plan.images },
    { header: 'Done', cell: (plan) => plan.done_on },
    { header: 'Who', cell: (plan) => plan.owner?.name ?? plan.owner_team?.name ?? null },
    { header: 'Ticket', cell: (plan) => plan.ticket },
    { header: 'Note', cell: (plan) => plan.note },
  ],
});
