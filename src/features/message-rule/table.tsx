import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { EditRule, RemoveRule } from './form';
import { kindsOf, rhythmOf, type Rule, scopeOf } from './words';

interface Names {
  readonly channels: ReadonlyMap<string, string>;
  readonly teams: ReadonlyMap<string, string>;
}

/** The columns of the table of rules. */
export function ruleColumns({ channels, teams }: Names): readonly TableColumn<Rule>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      primary: true,
      cell: ({ name }) => <MiddleTruncate text={name} className="font-medium" />,
    },
    {
      id: 'what',
      header: 'What',
      card: 'line',
      cell: (rule) => (
        <span className="wrap-anywhere whitespace-normal">
          {scopeOf(rule, teams)}
          {': '}
          {kindsOf(rule)}
        </span>
      ),
    },
    {
      id: 'to',
      header: 'Goes to',
      widthPx: 130,
      cell: ({ channel_ids: ids }) =>
        ids.length === 0 ? (
          <span className="text-subtle">Nowhere: its channels are gone</span>
        ) : (
          <span className="whitespace-normal">
            {ids.map((id) => channels.get(id) ?? '…').join(', ')}
          </span>
        ),
    },
    {
      id: 'when',
      header: 'When',
      widthPx: { least: 160, share: 17, most: 300 },
      cell: (rule) => <span className="whitespace-normal">{rhythmOf(rule)}</span>,
    },
    {
      id: 'next',
      header: 'Next digest',
      widthPx: 164,
      cell: ({ enabled, next_digest_at: next }) => {
        if (!enabled) return <Badge>Off</Badge>;
        if (next === null) return <span className="text-subtle">None</span>;
        return <DateTime value={next} />;
      },
    },
    {
      id: 'actions',
      header: 'Change',
      onPaper: false,
      align: 'end',
      widthPx: 166,
      card: 'line',
      cell: (rule) => (
        <span className="inline-flex items-center gap-1.5">
          <EditRule rule={rule} />
          <RemoveRule rule={rule} />
        </span>
      ),
    },
  ];
}
