import { useQuery } from '@tanstack/react-query';
import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import type { Rule } from '@/features/message-rule/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CHANNEL_KIND_WORDS, goesTo } from './words';

export type Channel = Outputs['channel']['list'][number];
/** A channel with its secret, which can be seen this once. */
export type ShownChannel = Outputs['channel']['create'];

/** Lists the rules that are on and lead to a channel. */
export type ChannelHearing = (channelId: string) => readonly Rule[];

/** Reads which rules lead where; null until that is known. */
export function useHearing(): ChannelHearing | null {
  const { data } = useQuery(useTRPC().messageRule.list.queryOptions());
  if (!data) return null;
  return (id) => data.filter(({ enabled, channel_ids: ids }) => enabled && ids.includes(id));
}

/** The columns of the table of channels. @param hears what each of them hears; null: not known yet */
export const channelColumns = (hears: ChannelHearing | null): readonly TableColumn<Channel>[] => [
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
  {
    id: 'hears',
    header: 'Hears',
    cell: ({ id }) => {
      if (!hears) return <span className="text-subtle">…</span>;
      const rules = hears(id);
      if (rules.length === 0) return <Badge tone="danger">Nothing: no rule leads here</Badge>;
      return <span className="truncate">{rules.map(({ name }) => name).join(', ')}</span>;
    },
  },
  {
    id: 'state',
    header: 'State',
    widthPx: 190,
    card: 'line',
    cell: (channel) => <ChannelState {...channel} />,
  },
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
      Failing since <DateTime value={since} show="day" />
    </Badge>
  );
}
