import { exportedList } from '@/server/export/exported-list';
import { unknownPackagesForExport } from './service/read';

/** The packages of which nothing is known as a file. */
export const unknownPackagesExport = exportedList({
  name: 'unknown-packages',
  permission: 'inventory:read',
  rows: unknownPackagesForExport,
  columns: [
    { header: 'Package', of: 'name', cell: ({ name }) => name },
    { header: 'Version', of: 'name', cell: ({ version }) => version },
    { header: 'Versions', of: 'name', cell: ({ versions }) => versions },
    { header: 'Package URL', of: 'name', cell: ({ purl }) => purl },
    { header: 'Type', of: 'type', cell: ({ type }) => type },
    { header: 'Images', of: 'images', cell: ({ images }) => images },
    { header: 'CPE', cell: ({ cpe }) => cpe },
    { header: 'Pattern as your own', cell: (one) => one.own_pattern },
  ],
});
