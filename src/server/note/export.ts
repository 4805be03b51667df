import { exportedList } from '@/server/export/exported-list';
import { notesForExport } from './service/dashboard';

/** The notes as a file. */
export const notesExport = exportedList({
  name: 'notes',
  permission: 'note:read',
  rows: notesForExport,
  columns: [
    { header: 'Software', cell: ({ productName }) => productName },
    { header: 'Note', cell: ({ noteContent }) => noteContent },
    { header: 'By', cell: ({ userProfile }) => userProfile },
    { header: 'Images', cell: ({ images }) => images },
    { header: 'Written', cell: ({ createdAt }) => createdAt },
    { header: 'Changed', cell: ({ updatedAt }) => updatedAt },
  ],
});
