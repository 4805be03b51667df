import { exportedList, STATE_COLUMNS } from '@/server/export/exported-list';
import { projectsForExport } from './service';

/** The projects list as a file. */
export const projectsExport = exportedList({
  name: 'projects',
  permission: 'inventory:read',
  rows: projectsForExport,
  columns: [
    { header: 'Project', of: 'name', cell: ({ name }) => name },
    { header: 'Owner', of: 'owner', cell: ({ owner }) => owner?.name ?? null },
    { header: 'Owner e-mail', of: 'owner', cell: ({ owner }) => owner?.email ?? null },
    { header: 'Images', of: 'images', cell: ({ images }) => images },
    ...STATE_COLUMNS,
    { header: 'Latest scan', of: 'latestScan', cell: ({ latestScanDate }) => latestScanDate },
    { header: 'Project id', cell: ({ id }) => id },
  ],
});
