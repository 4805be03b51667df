import type { z } from 'zod';
import { coveredWords } from '@/domain/contract/contract';
import { exportedList } from '@/server/export/exported-list';
import { conditionsOf, type listContractsInput } from './list-contracts';
import { contractsForExport } from './service/list';

/** How files name where a contract stands. */
const STATES = {
  coming: 'Coming',
  running: 'Running',
  ending: 'To be renewed',
  ended: 'Ended',
} as const;

/** The contracts as a file. */
export const contractsExport = exportedList({
  name: 'contracts',
  permission: 'contract:read',
  rows: (deps, organizationId, query: z.output<typeof listContractsInput>) =>
    contractsForExport(deps, organizationId, conditionsOf(query)),
  columns: [
    { header: 'Vendor', cell: ({ vendor }) => vendor },
    {
      header: 'Covers',
      cell: ({ software }) =>
        software
          .map(({ product_name: productName, cycle }) => coveredWords({ productName, cycle }))
          .join('; '),
    },
    { header: 'Where', cell: (one) => one.project_name ?? one.team_name ?? 'Everywhere' },
    { header: 'State', cell: ({ state }) => STATES[state] },
    { header: 'Starts', cell: ({ starts_on }) => starts_on },
    { header: 'Ends', cell: ({ ends_on }) => ends_on },
    { header: 'Renew from', cell: ({ renewal_notice_on }) => renewal_notice_on },
    { header: 'Cost', cell: ({ cost }) => cost?.amount ?? null },
    { header: 'Currency', cell: ({ cost }) => cost?.currency ?? null },
    { header: 'Images', cell: ({ images }) => images },
    { header: 'Findings', cell: ({ findings }) => findings },
    { header: 'Document', cell: ({ document_url }) => document_url },
    { header: 'Note', cell: ({ note }) => note },
  ],
});
