'use client';

import type { ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { toast } from '@/components/ui/toast';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { catalogHref } from '@/features/catalog/list/search-params';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { statusOf } from '@/trpc/query-client';
import type { CatalogStatus } from './catalog-status-types';
import { Outcome } from './outcome';
import { UpdateProgress } from './update-progress';
import { sourceWord } from './update-words';

const WHILE_RUNNING_MS = 700;

/** Where the catalogue comes from, how fresh it is, and for those who may the way to update it now. */
export function StatusCard() {
  const trpc = useTRPC();
  const status = useQuery({
    ...trpc.catalog.status.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.running ? WHILE_RUNNING_MS : false),
  });
  if (status.error) {
    return <CallFailure title="The state of the catalogue could not be loaded." query={status} />;
  }
  if (!status.data)
    return <Loading label="Loading the state of the catalogue" rows={5} columns={2} />;
  return (
    <Card title="Catalogue" actions={<UpdateNow status={status.data} />}>
      {status.data.running && <UpdateProgress update={status.data.running} />}
      <FactList facts={factsOf(status.data)} />
    </Card>
  );
}

function factsOf(status: CatalogStatus): { label: string; value: ReactNode }[] {
  const { revision, products, cycles, source, updated_at: updatedAt, last, schedule } = status;
  return [
    {
      label: 'Holds',
      value: (
        <>
          <TextLink href={catalogHref()}>{countOf(products, 'product')}</TextLink>,{' '}
          {countOf(cycles, 'release cycle')}
        </>
      ),
    },
    { label: 'Source', value: source === null ? 'None yet' : sourceWord(source) },
    {
      label: 'Revision',
      value: (
        <>
          {formatCount(revision)}
          {updatedAt !== null && (
            <span className="text-muted">
              , changed <DateTime value={updatedAt} show="ago" /> (<DateTime value={updatedAt} />)
            </span>
          )}
        </>
      ),
    },
    { label: 'Last looked', value: <LastLooked status={status} /> },
    { label: 'Last outcome', value: last ? <Outcome update={last} /> : 'Never tried' },
    {
      label: 'Next',
      value: schedule ? <Next schedule={schedule} /> : 'Nothing is scheduled',
    },
  ];
}

function LastLooked({ status: { checked_at: checkedAt } }: { status: CatalogStatus }) {
  if (checkedAt === null) return 'Never with success';
  return (
    <>
      <DateTime value={checkedAt} show="ago" />{' '}
      <span className="text-muted">
        (<DateTime value={checkedAt} />)
      </span>
    </>
  );
}

function Next({ schedule }: { schedule: NonNullable<CatalogStatus['schedule']> }) {
  const { source, interval_minutes: minutes, next_at: nextAt } = schedule;
  return (
    <>
      {nextAt === null ? 'At once' : <DateTime value={nextAt} />}, then every{' '}
      {intervalWords(minutes)}, from{' '}
      <span className="font-mono text-xs wrap-anywhere">{source}</span>
    </>
  );
}

function intervalWords(minutes: number): string {
  if (minutes % 1_440 === 0) return minutes === 1_440 ? 'day' : `${String(minutes / 1_440)} days`;
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : `${String(minutes / 60)} hours`;
  return `${String(minutes)} minutes`;
}

function UpdateNow({ status }: { status: CatalogStatus }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = useMutation({
    ...trpc.catalog.refresh.mutationOptions(),
    onError: (error) =>
      toast.error(
        statusOf(error) === 409
          ? 'An update is running already.'
          : 'The update could not be started. The catalogue is as it was.',
      ),
    onSettled: () => queries.invalidateQueries(trpc.catalog.pathFilter()),
  });
  const mayManage = useMay('catalog:manage');
  if (!mayManage || status.schedule === null) return null;
  return (
    <Button
      size="sm"
      loading={refresh.isPending}
      disabled={status.running !== null}
      onClick={() => refresh.mutate()}
    >
      <RefreshCw aria-hidden />
      {status.running ? 'Updating…' : 'Update now'}
    </Button>
  );
}
