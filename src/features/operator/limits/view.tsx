'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { SectionHead } from '@/features/frame/section';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { limitsHref, limitsParsers, type LimitsParams } from '../params';
import { limitWords, spanWords } from './words';

type Limited = Outputs['operator']['limited']['items'][number];
type Limit = Outputs['operator']['limits']['items'][number];

const COLUMNS: readonly TableColumn<Limited>[] = [
  {
    id: 'who',
    header: 'Who',
    primary: true,
    cell: (row) => <MiddleTruncate text={whoOf(row)} />,
  },
  { id: 'limit', header: 'Limit', card: 'line', cell: ({ limit }) => limitWords(limit) },
  {
    id: 'count',
    header: 'Counted',
    align: 'end',
    widthPx: 110,
    cell: ({ count }) => formatCount(count),
  },
  {
    id: 'state',
    header: 'State',
    widthPx: 120,
    cell: ({ is_over: isOver }) => (isOver ? 'Free again' : <Badge tone="outline">Limited</Badge>),
  },
  {
    id: 'until',
    header: 'Until',
    align: 'end',
    widthPx: 190,
    cell: ({ until }) => <DateTime value={until} />,
  },
];

/** Names whom a count is about by account, organization and network, as far as they are known. */
function whoOf({ account, organization, network, is_unknown_address: isUnknown }: Limited): string {
  const parts = [
    account && `${account.name} (${account.email})`,
    isUnknown ? 'An address without an account' : null,
    organization,
    network,
  ].filter((part) => part !== null);
  return parts.join(', from ') || 'The whole installation, or a key';
}

/** Shows the limits of the installation, and who has reached them. */
export function LimitsView() {
  const [params] = useQueryStates(limitsParsers, { history: 'push', scroll: false });
  return (
    <Stack>
      <SectionHead title="Limits">
        Counted for all processes together. Whoever reaches a limit is refused until the time shown
        here; nobody has to do anything about it.
      </SectionHead>
      <Results params={params} />
      <ConfiguredLimits />
    </Stack>
  );
}

function Results({ params }: { params: LimitsParams }) {
  const { page, size } = params;
  const limited = useQuery({
    ...useTRPC().operator.limited.queryOptions({ page, size }),
    placeholderData: keepRows,
  });
  const rows = useMemo(() => limited.data?.items ?? [], [limited.data]);
  if (limited.error) {
    return <CallFailure title="Who is limited could not be loaded." query={limited} />;
  }
  if (!limited.data) return <Loading label="Loading who is limited" columns={5} />;
  const { total } = limited.data;
  if (total === 0) return <NoResults title="Nobody is limited, or was within the last hour." />;
  const pages = {
    ...{ page, size, total },
    noun: 'limited',
    hrefFor: (number: number, each: number) => limitsHref({ page: number, size: each }),
  };
  if (rows.length === 0) return <PastTheEnd {...pages} />;
  return (
    <>
      <DataTable
        name="limited"
        label="Limited now or within the last hour"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        loading={limited.isPlaceholderData}
      />
      <Pagination {...pages} />
    </>
  );
}

function ConfiguredLimits() {
  const limits = useQuery(useTRPC().operator.limits.queryOptions());
  if (limits.error) return <CallFailure title="The limits could not be loaded." query={limits} />;
  if (!limits.data) return <Loading label="Loading limits" rows={8} columns={2} />;
  return (
    <Card
      title="What is allowed"
      description="Where a variable is named, it is set when the service starts."
      flush
    >
      <ul>
        {limits.data.items.map((limit) => (
          <li
            key={limit.name}
            className="grid gap-x-4 gap-y-0.5 border-b px-4 py-2 text-sm last:border-b-0 sm:grid-cols-2"
          >
            <span>{limitWords(limit.name)}</span>
            <span className="grid min-w-0 gap-0.5">
              <span>{sizeWords(limit)}</span>
              {limit.variable !== null && (
                <code className="font-mono text-xs wrap-anywhere text-muted">{limit.variable}</code>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function sizeWords({ points, seconds, max_wait_seconds: maxWaitSeconds }: Limit): string {
  if (maxWaitSeconds === null) return `${formatCount(points)} within ${spanWords(seconds)}`;
  return `${countOf(points, 'free attempt')} within ${spanWords(seconds)}, then waits up to ${spanWords(maxWaitSeconds)}`;
}
