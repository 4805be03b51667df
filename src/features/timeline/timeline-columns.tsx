import type { TableColumn } from '@/components/data-table/columns';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { imagesHref } from '@/features/image/search-params';
import { MoveLine } from '@/features/advice/move-advice';
import { EndBadge } from '@/features/software/end-badge';
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
        <CountLink value={images} noun="image" href={imagesHref({ ...conditions, software: id })} />
      ),
    },
    {
      id: 'name',
      header: 'Software',
      primary: true,
      cell: (row) => nameOf(row),
    },
    {
      id: 'type',
      header: 'Type',
      widthPx: 110,
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
    {
      id: 'end',
      header: 'End of life',
      widthPx: 280,
      card: 'line',
      cell: (row) => (
        <EndBadge
          day={row.eolDate}
          known={row.eolDateKnown}
          estimatedFrom={row.estimatedFrom}
          today={today}
        />
      ),
    },
    {
      id: 'move',
      header: 'Move to',
      widthPx: 216,
      card: 'line',
      cell: ({ advice, productName }) => <MoveLine advice={advice} product={productName} />,
    },
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

/** Empty where the vendor has no such support, or the catalogue does not have the cycle. */
function PhaseEnd({ row, level }: { row: TimelineItem; level: SupportLevel }) {
  const phase = row.support.find((one) => one.level === level);
  return phase ? <DayOrUnknown day={phase.endsOn} /> : null;
}
