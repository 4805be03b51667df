'use client';

import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { catalogHref } from '@/features/catalog/list/search-params';
import { CallFailure } from '@/features/frame/call-failure';
import { useIsOperator } from '@/features/frame/reader';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { CatalogStatus } from './catalog-status-types';
import { Outcome } from './outcome';
import { UpdateProgress } from './update-progress';
import { sourceWord } from './update-words';
import { useWhenDone, WHILE_RUNNING_MS } from './use-when-done';

/** Where the catalogue comes from, how fresh it is, and for operators the way to where it is looked after. */
export function StatusCard() {
  const isOperator = useIsOperator();
  const status = useQuery({
    ...useTRPC().catalog.status.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.running ? WHILE_RUNNING_MS : false),
  });
  useWhenDone(Boolean(status.data?.running));
  if (status.error) {
    return <CallFailure title="The state of the catalogue could not be loaded." query={status} />;
  }
  if (!status.data)
    return <Loading label="Loading the state of the catalogue" rows={5} columns={2} />;
  return (
    <Card
      title="Catalogue"
      actions={isOperator && <TextLink href="/operator/catalog">Look after it</TextLink>}
    >
      <StatusFacts status={status.data} />
    </Card>
  );
}

/** What is known of the catalogue's state, and the update that runs. */
export function StatusFacts({ status }: { status: CatalogStatus }) {
  return (
    <>
      {status.running && <UpdateProgress update={status.running} />}
      <FactList facts={factsOf(status)} />
    </>
  );
}

function factsOf(status: CatalogStatus): { label: string; value: ReactNode }[] {
  const { revision, products, cycles, source, last, schedule } = status;
  const { updated_at: updatedAt, failing_since: failingSince } = status;
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
    ...(failingSince === null
      ? []
      : [
          {
            label: 'Failing',
            value: (
              <>
                since <DateTime value={failingSince} />
              </>
            ),
          },
        ]),
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
