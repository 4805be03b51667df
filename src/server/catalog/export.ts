import { categoryWord } from '@/domain/catalog/categories';
import { STATE_WORDS } from '@/domain/eol/words';
import { exportedList } from '@/server/export/exported-list';
import { productsForExport } from './service/dashboard-list';

/** The list of the catalog's products as a file. */
export const catalogExport = exportedList({
  name: 'catalog',
  permission: 'catalog:read',
  rows: productsForExport,
  columns: [
    { header: 'Product', of: 'name', cell: ({ name }) => name },
    { header: 'Vendor', of: 'name', cell: ({ vendor }) => vendor },
    {
      header: 'Source',
      of: 'name',
      cell: ({ source }) => (source === 'organization' ? 'Your own' : 'Catalog'),
    },
    { header: 'Kind', of: 'category', cell: ({ category }) => categoryWord(category) },
    { header: 'Cycles', of: 'cycles', cell: ({ cycles }) => cycles },
    { header: 'In use here', of: 'used', cell: (product) => product.cycles_in_use },
    { header: 'Ended here', of: 'ended', cell: (product) => product.ended_in_use },
    { header: 'Images', of: 'images', cell: ({ images }) => images },
    { header: 'Next to end', of: 'end', cell: (product) => product.next_end?.cycle ?? null },
    { header: 'Next end', of: 'end', cell: (product) => product.next_end?.ends_on ?? null },
    { header: 'State', of: 'end', cell: ({ state }) => STATE_WORDS[state] },
    { header: 'Slug', cell: ({ slug }) => slug },
  ],
});
