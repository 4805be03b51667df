import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { KIND_WORDS } from '@/domain/message/words';
import type { Outputs } from '@/trpc/outputs';
import { attemptWords, DELIVERY_STATE_WORDS } from '../words';

export type Delivery = Outputs['channel']['deliveries']['items'][number];

export const DELIVERY_COLUMNS: readonly TableColumn<Delivery>[] = [
  {
    id: 'when',
    header: 'When',
    primary: true,
    widthPx: 190,
    cell: ({ created_at: at }) => <DateTime value={at} />,
  },
  {
    id: 'message',
    header: 'Message',
    card: 'line',
    cell: ({ title }) => <MiddleTruncate text={title} />,
  },
  { id: 'kind', header: 'Kind', widthPx: 150, cell: ({ kind }) => KIND_WORDS[kind].label },
  { id: 'state', header: 'State', widthPx: 110, cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'answer',
    header: 'Last answer',
    widthPx: 210,
    cell: ({ last_attempt: last }) =>
      last ? (
        <MiddleTruncate text={attemptWords(last)} />
      ) : (
        <span className="text-subtle">None yet</span>
      ),
  },
];

const TONES = {
  pending: 'neutral',
  delivered: 'accent',
  failed: 'danger',
  dropped: 'outline',
} as const;

/** Shows what became of a message for a channel. */
export function StateBadge({ state }: Pick<Delivery, 'state'>) {
  return <Badge tone={TONES[state]}>{DELIVERY_STATE_WORDS[state]}</Badge>;
}
