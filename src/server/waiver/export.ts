import { exportedList } from '@/server/export/exported-list';
import { waiversForExport } from './service/list';

/** The waivers as a file. */
export const waiversExport = exportedList({
  name: 'waivers',
  permission: 'waiver:read',
  rows: waiversForExport,
  columns: [
    { header: 'Product', of: 'name', cell: ({ product_name }) => product_name },
    { header: 'Cycle', of: 'name', cell: ({ cycle }) => cycle },
    { header: 'Scope', of: 'where', cell: ({ scope }) => scope },
    { header: 'Project', of: 'where', cell: ({ project_name }) => project_name },
    { header: 'Team', of: 'where', cell: ({ team }) => team?.name ?? null },
    { header: 'Image', of: 'where', cell: ({ image_name }) => image_name },
    { header: 'Tag', of: 'where', cell: ({ image_tag }) => image_tag },
    { header: 'State', of: 'state', cell: ({ state }) => state },
    { header: 'Last day', of: 'ends', cell: ({ ends_on }) => ends_on },
    { header: 'Reason', cell: ({ reason }) => reason },
    { header: 'Mitigating control', cell: ({ mitigating_control }) => mitigating_control },
    { header: 'Links', cell: ({ links }) => links.join(' ') },
    { header: 'Owner', of: 'owner', cell: ({ owner }) => owner.name },
    { header: 'Asked by', cell: ({ asked_by }) => asked_by.name },
    { header: 'Asked', of: 'asked', cell: ({ asked_at }) => asked_at },
    { header: 'Decided by', cell: ({ decided_by }) => decided_by?.name ?? null },
    { header: 'Decided', cell: ({ decided_at }) => decided_at },
    { header: 'Waiver id', cell: ({ id }) => id },
  ],
});
