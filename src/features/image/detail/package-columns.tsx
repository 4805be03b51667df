import type { TableColumn } from '@/components/data-table/columns';
import { CopyText } from '@/components/ui/copy-text';
import type { ImageComponent } from '../image-types';
import { packageKey, type Matches } from './matches';
import { PackageMatch } from './package-match';

/** The packages table. `matches` is null while they are loaded. */
export function packageColumns(
  matches: Matches | null,
  today: string,
): readonly TableColumn<ImageComponent>[] {
  return [
    {
      id: 'name',
      header: 'Package',
      primary: true,
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: 'version',
      header: 'Version',
      widthPx: 220,
      cell: ({ version }) => <span className="font-mono text-xs">{version}</span>,
    },
    { id: 'type', header: 'Type', widthPx: 120, cell: ({ type }) => type },
    {
      id: 'matched',
      header: 'Matched to',
      widthPx: 400,
      card: 'line',
      cell: (row) =>
        matches && (
          <PackageMatch
            match={row.match}
            maintainer={row.maintainer}
            findings={matches.get(packageKey(row))}
            today={today}
          />
        ),
    },
    {
      id: 'licenses',
      header: 'Licences',
      widthPx: 180,
      hidden: true,
      cell: ({ licenses }) => licenses.join(', '),
    },
    {
      id: 'purl',
      header: 'Package URL',
      widthPx: 320,
      hidden: true,
      cell: ({ purl }) => purl && <CopyText value={purl} what="package URL" />,
    },
  ];
}
