import type { TableColumn } from '@/components/data-table/columns';
import { RelativeDate } from '@/components/status/relative-date';
import { StatusBadge } from '@/components/status/status-badge';
import type { Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { ContractMark } from '@/features/names/contract';
import type { Outputs } from '@/trpc/outputs';
import { MoveLine } from './card';

export interface EndBadgeProps {
  /** A UTC day; null when nothing is known of the end. */
  day: string | null;
  /** False when the day only stands in for one that nobody knows. */
  known: boolean;
  /** The release cycle that the end was concluded from, where nobody says it. */
  estimatedFrom?: string | null;
  /** A UTC day. */
  today: string;
  variant?: 'tinted' | 'plain';
  show?: 'both' | 'relative';
}

/** Shows when software ends, with the mark of its state. */
export function EndBadge({
  day,
  known,
  estimatedFrom = null,
  today,
  variant = 'plain',
  show = 'both',
}: EndBadgeProps) {
  // Both come from the server, whose schemas admit calendar days alone.
  const state = stateOf(day as Day | null, today as Day);
  return (
    <StatusBadge status={state} variant={variant}>
      <RelativeDate
        day={day}
        today={today}
        known={known}
        estimatedFrom={estimatedFrom}
        show={show}
      />
    </StatusBadge>
  );
}

type SoftwareDetail = Outputs['software']['get'];

/** The part of a software row that tells its end, and the contracts that move it. */
type EndingRow = Pick<
  SoftwareDetail,
  'eolDate' | 'eolDateKnown' | 'estimatedFrom' | 'contract' | 'contractElsewhere'
>;

type AdvisedRow = Pick<SoftwareDetail, 'productName' | 'advice'>;

/**
 * Makes the column of the end of life. It wraps onto two lines rather than cut.
 * @param today a UTC day
 */
export function endColumn(today: string): TableColumn<EndingRow> {
  return {
    id: 'end',
    header: 'End of life',
    widthPx: { least: 190, share: 24, most: 300 },
    card: 'line',
    cell: (row) => (
      <>
        <EndBadge
          day={row.eolDate}
          known={row.eolDateKnown}
          estimatedFrom={row.estimatedFrom}
          today={today}
        />
        <ContractMark
          contract={row.contract}
          elsewhere={row.contractElsewhere}
          today={today}
          className="pb-1"
        />
      </>
    ),
  };
}

/** Makes the column of the advised move, or the reason there is none. */
export function moveColumn(): TableColumn<AdvisedRow> {
  return {
    id: 'move',
    header: 'Move to',
    widthPx: { least: 176, share: 20, most: 320 },
    card: 'line',
    cell: ({ advice, productName }) => <MoveLine advice={advice} product={productName} />,
  };
}
