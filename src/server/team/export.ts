import { exportedList } from '@/server/export/exported-list';
import { teamsForExport } from './service/teams';

/** The teams as a file. */
export const teamsExport = exportedList({
  name: 'teams',
  permission: 'team:read',
  rows: teamsForExport,
  columns: [
    { header: 'Team', cell: ({ name }) => name },
    { header: 'E-mail', cell: ({ email }) => email },
    { header: 'Link', cell: ({ link }) => link },
    { header: 'Handles', cell: ({ handles }) => handles.join(' ') },
    { header: 'People', cell: ({ people }) => people },
    { header: 'Projects', cell: ({ projects }) => projects },
    { header: 'Team id', cell: ({ id }) => id },
  ],
});
