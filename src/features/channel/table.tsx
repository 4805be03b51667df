import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import type { Outputs } from '@/trpc/outputs';
import { CHANNEL_KIND_WORDS, goesTo } from './words';

export type Channel = Outputs['channel']['list'][number];
/** A channel with its secret, which can be seen this once. */
export type ShownChannel = Outputs['channel']['create'];

export const CHANNEL_COLUMNS: readonly TableColumn<Channel>[] = [
  {
    id: 'name',
    header: 'Name',
    primary: true,
    cell: ({ name }) => <MiddleTruncate text={name} className="font-medium" />,
  },
  {
    id: 'kind',
    header: 'Kind',
    widthPx: 176,
    cell: ({ kind }) => CHANNEL_KIND_WORDS[kind].label,
  },
  {
    id: 'to',
    header: 'Goes to',
    card: 'line',
    cell: ({ settings }) => <MiddleTruncate text={goesTo(settings)} />,
  },
  { id: 'state', header: 'State', widthPx: 190, cell: (channel) => <ChannelState {...channel} /> },
];

type State = Pick<Channel, 'state' | 'disabled_reason' | 'failing_since'>;

/** Shows whether a channel delivers. */
export function ChannelState({ state, disabled_reason: reason, failing_since: since }: State) {
  if (state === 'disabled') {
    return reason === 'paused' ? <Badge>Paused</Badge> : <Badge tone="danger">Disabled</Badge>;
  }
  if (since === null) return <Badge tone="accent">Delivers</Badge>;
  return (
    <Badge tone="danger">
      Fails since <DateTime value={since} show="day" />
    </Badge>
  );
}
