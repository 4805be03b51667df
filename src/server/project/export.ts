import { STATE_WORDS } from '@/domain/eol/words';
import { exportedList } from '@/server/export/exported-list';
import { projectsForExport } from './service';

/** The projects list as a file. */
export const projectsExport = exportedList({
  name: 'projects',
  permission: 'inventory:read',
  rows: projectsForExport,
  columns: [
    { header: 'Project', cell: ({ name }) => name },
    { header: 'Owner', cell: ({ owner }) => owner?.name ?? null },
    { header: 'Owner e-mail', cell: ({ owner }) => owner?.email ?? null },
    { header: 'Images', cell: ({ images }) => images },
    { header: STATE_WORDS.ended, cell: ({ states }) => states.ended },
    { header: STATE_WORDS.soon, cell: ({ states }) => states.soon },
    { header: STATE_WORDS.next, cell: ({ states }) => states.next },
    { header: STATE_WORDS.later, cell: ({ states }) => states.later },
    { header: STATE_WORDS.unknown, cell: ({ states }) => states.unknown },
    { header: 'Latest scan', cell: ({ latestScanDate }) => latestScanDate },
    { header: 'Project id', cell: ({ id }) => id },
  ],
});
