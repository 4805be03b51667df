import { hrefs } from '@/features/hrefs';
import type { TableColumn } from '@/components/data-table/columns';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { endColumn, moveColumn } from '@/features/advice/table';
import { formatDay } from '@/lib/dates';
import { imageConditions, type TimelineParams } from './search-params';
import type { TimelineItem } from './timeline-types';
import { nameOf } from './words';

type SupportLevel = TimelineItem['support'][number]['level'];

/**
 * The timeline as a table, with every date that the chart draws.
 * @param today a UTC day
 */
export function timelineColumns(
  params: TimelineParams,
  today: string,
): readonly TableColumn<TimelineItem>[] {
  const conditions = imageConditions(params);
  return [
    {
      id: 'images',
      header: 'Images',
      align: 'end',
      widthPx: 72,
      cell: ({ id, images }) => (
        <CountLink
          value={images}
          noun="image"
          href={hrefs.images({ ...conditions, software: id })}
        />
      ),
    },
    {
      id: 'name',
      header: 'Software',
      primary: true,
      cell: (row) => <span className="wrap-anywhere whitespace-normal">{nameOf(row)}</span>,
    },
    {
      id: 'type',
      header: 'Type',
      widthPx: 124,
      cell: ({ artifactType }) => <Badge>{artifactType}</Badge>,
    },
    {
      id: 'released',
      header: 'Released',
      widthPx: 104,
      cell: ({ releaseDate }) => <DayOrUnknown day={releaseDate} />,
    },
    {
      id: 'active',
      header: 'Active until',
      widthPx: 108,
      cell: (row) => <PhaseEnd row={row} level="ACTIVE_SUPPORT" />,
    },
    endColumn(today),
    moveColumn(),
    {
      id: 'extended',
      header: 'Extended until',
      widthPx: 116,
      cell: (row) => <PhaseEnd row={row} level="EXTENDED_SUPPORT" />,
    },
  ];
}

function DayOrUnknown({ day }: { day: string | null }) {
  return day === null ? <span className="text-subtle">Unknown</span> : formatDay(day);
}

/** Empty where the vendor has no such support, or the catalog does not have the cycle. */
function PhaseEnd({ row, level }: { row: TimelineItem; level: SupportLevel }) {
  const phase = row.support.find((one) => one.level === level);
  return phase ? <DayOrUnknown day={phase.endsOn} /> : null;
}
