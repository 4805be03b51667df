import type { TableColumn } from '@/components/data-table/columns';
import { MoveLine, type ShownAdvice } from '@/features/advice/move-advice';
import { EndBadge } from './end-badge';

/** Software in any list, with the end that counts. */
interface EndingRow {
  /** A UTC day; null when nothing is known of the end. */
  readonly eolDate: string | null;
  readonly eolDateKnown: boolean;
  readonly estimatedFrom: string | null;
}

interface AdvisedRow {
  readonly productName: string;
  readonly advice: ShownAdvice;
}

/**
 * When software ends. Where there is no room for one line it takes two, and nothing is cut.
 * @param today a UTC day
 */
export function endColumn(today: string): TableColumn<EndingRow> {
  return {
    id: 'end',
    header: 'End of life',
    widthPx: { least: 190, share: 24, most: 300 },
    card: 'line',
    cell: (row) => (
      <EndBadge
        day={row.eolDate}
        known={row.eolDateKnown}
        estimatedFrom={row.estimatedFrom}
        today={today}
      />
    ),
  };
}

/** Where to move from software, or why nowhere. */
export function moveColumn(): TableColumn<AdvisedRow> {
  return {
    id: 'move',
    header: 'Move to',
    widthPx: { least: 176, share: 20, most: 320 },
    card: 'line',
    cell: ({ advice, productName }) => <MoveLine advice={advice} product={productName} />,
  };
}
