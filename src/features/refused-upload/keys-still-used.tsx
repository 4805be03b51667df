'use client';

import { useQuery } from '@tanstack/react-query';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { CallFailure } from '@/features/frame/call-failure';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CallerName } from './columns';

type KeyUse = Outputs['refusedUpload']['keys']['items'][number];

const REASON_WORDS: Record<KeyUse['reason'], string> = {
  rotated: 'Replaced by a newer one',
  revoked: 'Revoked',
  expired: 'Expired',
};

const COLUMNS: readonly TableColumn<KeyUse>[] = [
  {
    id: 'key',
    header: 'Key',
    primary: true,
    widthPx: 200,
    cell: ({ keyName }) => <CallerName kind="api_key" name={keyName} />,
  },
  {
    id: 'reason',
    header: 'Why it is refused',
    widthPx: 190,
    cell: ({ reason }) => <Badge tone="outline">{REASON_WORDS[reason]}</Badge>,
  },
  {
    id: 'times',
    header: 'Calls',
    widthPx: 90,
    align: 'end',
    cell: ({ count }) => formatCount(count),
  },
  {
    id: 'since',
    header: 'Since',
    widthPx: 190,
    cell: ({ firstDate }) => <DateTime value={firstDate} />,
  },
  {
    id: 'last',
    header: 'Last',
    widthPx: 190,
    cell: ({ lastDate }) => <DateTime value={lastDate} />,
  },
  {
    id: 'from',
    header: 'Address',
    cell: ({ network }) => <MiddleTruncate text={network} />,
  },
];

/** Keys that no longer work and are used all the same: their scanners skip the policies, and say nothing. */
export function KeysStillUsed({ days }: { days: number | null }) {
  const keys = useQuery(useTRPC().refusedUpload.keys.queryOptions({ days }));
  if (keys.error) return <CallFailure title="The keys could not be loaded." query={keys} />;
  if (!keys.data || keys.data.total === 0) return null;
  const { items, total } = keys.data;
  return (
    <section aria-labelledby="keys-still-used" className="grid min-w-0 gap-2">
      <h2 id="keys-still-used" className="text-sm font-semibold">
        Keys that no longer work, still in use
      </h2>
      <p className="text-sm text-muted">
        A scanner with such a key goes on without policies and without upload, and its build passes.
        Give it a key that works.
      </p>
      <DataTable
        name="keys-still-used"
        label="Keys that no longer work, still in use"
        columns={COLUMNS}
        rows={items}
        rowId={({ apiKeyId, network, reason }) => `${apiKeyId} ${network} ${reason}`}
      />
      {total > items.length && (
        <p className="text-xs text-muted">and {formatCount(total - items.length)} more</p>
      )}
    </section>
  );
}
