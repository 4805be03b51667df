import type { TableColumn } from '@/components/data-table/columns';
import type { UnknownPackage } from '@/features/coverage/words';
import { formatCount } from '@/lib/numbers';
import { PackageActions } from './actions';

/** Under which the reader's columns are kept. */
export const UNKNOWN_TABLE = 'unknown-packages';

const COLUMNS: readonly TableColumn<UnknownPackage>[] = [
  {
    id: 'name',
    header: 'Package',
    primary: true,
    cell: ({ name, purl, version, versions }) => (
      <span className="grid min-w-0 wrap-anywhere">
        <span>
          {name}{' '}
          <span className="text-muted">
            {versions === 1 ? version : `${version} and ${String(versions - 1)} more`}
          </span>
        </span>
        {purl !== null && <span className="font-mono text-xs text-muted">{purl}</span>}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    widthPx: 128,
    cell: ({ type }) => <span className="text-muted">{type || '–'}</span>,
  },
  {
    id: 'images',
    header: 'Images',
    align: 'end',
    widthPx: 88,
    cell: ({ images }) => formatCount(images),
  },
];

/** The columns of the list; with what can be said of a package for those who may. */
export function unknownColumns(mayManage: boolean): readonly TableColumn<UnknownPackage>[] {
  if (!mayManage) return COLUMNS;
  return [
    ...COLUMNS,
    {
      id: 'actions',
      header: 'What is it?',
      widthPx: 150,
      hideable: false,
      card: 'line',
      onPaper: false,
      cell: (found) => <PackageActions found={found} />,
    },
  ];
}
