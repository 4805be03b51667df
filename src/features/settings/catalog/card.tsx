'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Check, Circle, LoaderCircle } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { countOf, formatCount } from '@/lib/numbers';
import {
  sourceWord,
  changeSummary,
  isProblem,
  OUTCOME_WORDS,
  STEP_WORDS,
  TRIGGER_WORDS,
  type CatalogStatus,
  type CatalogUpdate,
} from './words';

/** Returns the polling interval of the catalog's state: false while no update runs. */
export function refetchWhileRunning({ state }: { state: { data?: CatalogStatus | undefined } }) {
  return state.data?.running ? WHILE_RUNNING_MS : false;
}

export interface StatusCardProps<Status extends CatalogStatus> {
  /** State of the catalog, as everybody or as operators see it. */
  query: {
    readonly data: Status | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  actions?: ReactNode;
  /** Content after the card once the state is known. */
  children?: (status: Status) => ReactNode;
}

/** Shows the source and age of the catalog, and an update that runs. */
export function StatusCard<Status extends CatalogStatus>({
  query,
  actions,
  children,
}: StatusCardProps<Status>) {
  const { data: status } = query;
  useWhenDone(Boolean(status?.running));
  if (query.error) {
    return <CallFailure title="The state of the catalog could not be loaded." query={query} />;
  }
  if (!status) return <Loading label="Loading the state of the catalog" rows={5} columns={2} />;
  return (
    <>
      <Card title="Catalog" actions={actions}>
        {status.running && <UpdateProgress update={status.running} />}
        <FactList facts={factsOf(status)} />
      </Card>
      {children?.(status)}
    </>
  );
}

function factsOf(status: CatalogStatus): { label: string; value: ReactNode }[] {
  const { revision, products, cycles, last, schedule } = status;
  const { updated_at: updatedAt, failing_since: failingSince } = status;
  const { document_made_at: madeAt } = status;
  const source = status.read_from ?? status.source;
  return [
    {
      label: 'Holds',
      value: (
        <>
          <TextLink href={hrefs.catalog()}>{countOf(products, 'product')}</TextLink>,{' '}
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
    ...(madeAt === null
      ? []
      : [
          {
            label: 'Its document',
            value: (
              <>
                made <DateTime value={madeAt} show="ago" />{' '}
                <span className="text-muted">
                  (<DateTime value={madeAt} />)
                </span>
              </>
            ),
          },
        ]),
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

/** Shows the outcome of an attempt, and the reason. */
export function Outcome({ update }: { update: CatalogUpdate }) {
  const { outcome, message } = update;
  if (outcome === null) return 'Running';
  const detail = message ?? changeSummary(update);
  const Icon = isProblem(outcome) ? CircleAlert : CircleCheck;
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isProblem(outcome) ? 'text-danger-text' : 'text-muted'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        {OUTCOME_WORDS[outcome]}
        {detail !== null && <span className="text-muted">: {detail}</span>}
      </span>
    </span>
  );
}

/** Shows the steps of an update that runs. */
function UpdateProgress({ update }: { update: CatalogUpdate }) {
  const at = STEP_WORDS.findIndex(({ step }) => step === update.step);
  return (
    <div role="status" className="mb-4 grid gap-2 rounded-md bg-sunken px-4 py-3 text-sm">
      <p>
        An update {TRIGGER_WORDS[update.trigger]} is running
        {update.actor_name && <>, asked for by {update.actor_name}</>}. You can leave this page.
      </p>
      <ol className="flex flex-wrap gap-x-6 gap-y-1">
        {STEP_WORDS.map(({ step, words }, index) => (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            className="flex items-center gap-1.5 text-muted aria-[current=step]:font-medium aria-[current=step]:text-fg"
          >
            <StepMark done={index < at} running={index === at} />
            {words}
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepMark({ done, running }: { done: boolean; running: boolean }) {
  if (done) return <Check aria-label="Done:" className="size-3.5" />;
  if (running) return <LoaderCircle aria-hidden className="size-3.5 animate-spin" />;
  return <Circle aria-hidden className="size-3.5 text-subtle" />;
}

/** Interval between two looks at an update that runs. */
const WHILE_RUNNING_MS = 700;

/** Invalidates all queries once an update that was seen running has ended. */
function useWhenDone(isRunning: boolean): void {
  const queries = useQueryClient();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queries]);
}
