import { exportedList } from '@/server/export/exported-list';
import { auditEventsForExport } from './service';

/** The audit log as a file. */
export const auditExport = exportedList({
  name: 'audit-log',
  permission: 'audit:read',
  rows: auditEventsForExport,
  columns: [
    { header: 'At', cell: ({ at }) => at },
    { header: 'Action', cell: ({ action }) => action },
    { header: 'By kind', cell: ({ actor_kind }) => actor_kind },
    { header: 'By', cell: ({ actor_name }) => actor_name },
    { header: 'By id', cell: ({ actor_id }) => actor_id },
    { header: 'From address', cell: ({ remote_address }) => remote_address },
    { header: 'Request id', cell: ({ request_id }) => request_id },
    { header: 'Subject kind', cell: ({ subject_kind }) => subject_kind },
    { header: 'Subject id', cell: ({ subject_id }) => subject_id },
    { header: 'Before', cell: ({ before }) => before && JSON.stringify(before) },
    { header: 'After', cell: ({ after }) => after && JSON.stringify(after) },
    { header: 'Entry id', cell: ({ id }) => id },
    { header: 'Imported at', cell: ({ imported_at }) => imported_at },
  ],
});
