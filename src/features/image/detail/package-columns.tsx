import type { TableColumn } from '@/components/data-table/columns';
import { StatusMark } from '@/components/status/status-mark';
import { CopyText } from '@/components/ui/copy-text';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import type { ImageComponent, ImageFinding } from '../image-types';
import { packageKey, type Matches } from './matches';
import { RelativeDate } from '@/components/status/relative-date';

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
      cell: (row) => matches && <Matched findings={matches.get(packageKey(row))} today={today} />,
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

interface MatchedProps {
  findings: readonly ImageFinding[] | undefined;
  today: string;
}

/** The software that a package belongs to and its end. Not matched is a state of its own, not "fine". */
function Matched({ findings, today }: MatchedProps) {
  if (!findings) return <span className="text-subtle">Not matched</span>;
  return findings.map(({ id, productName, releaseCycle, eolDate, eolDateKnown }) => (
    <span key={id} className="mr-3 inline-flex max-w-full items-center gap-1.5">
      {/* Both come from the server as UTC days. */}
      <StatusMark status={stateOf(eolDate as Day | null, today as Day)} />
      <span className="truncate">
        {productName} {releaseCycle}{' '}
        <RelativeDate
          day={eolDate}
          today={today}
          known={eolDateKnown}
          show="relative"
          inline
          className="text-muted"
        />
      </span>
    </span>
  ));
}
