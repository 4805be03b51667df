'use client';

import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import type { Companion, LastPull } from './types';
import { intervalWords, OUTCOME_WORDS, summaryOf } from './words';

/** Shows where the portfolio is pulled from, how the last pull went, and when the next one begins. */
export function CompanionCard({ companion }: { readonly companion: Companion }) {
  const { url, server_version: version, key_readable: isReadable, last_pull: last } = companion;
  return (
    <div className="rounded-md border bg-surface px-4 py-3">
      <FactList
        facts={[
          { label: 'Address', value: <CopyText value={url} what="address" /> },
          { label: 'Release', value: version ?? 'Not told yet' },
          {
            label: 'Key',
            value: isReadable ? 'Stored, sealed' : <Problem>Enter it again</Problem>,
          },
          { label: 'Last pull', value: last ? <Outcome pull={last} /> : 'None yet' },
          ...(last && last.listed > 0 ? [{ label: 'Projects', value: summaryOf(last) }] : []),
          { label: 'Next pull', value: <Next companion={companion} /> },
        ]}
      />
    </div>
  );
}

function Outcome({ pull }: { readonly pull: LastPull }) {
  const { outcome, fault, started_at: startedAt, ended_at: endedAt } = pull;
  if (outcome === null || endedAt === null) {
    return (
      <span role="status" className="flex items-center gap-1.5">
        <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
        <span>
          Under way, begun <DateTime value={startedAt} show="ago" />
        </span>
      </span>
    );
  }
  const isProblem = outcome === 'failed' || fault !== null;
  const Icon = isProblem ? CircleAlert : CircleCheck;
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isProblem ? 'text-danger-text' : 'text-muted'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        {OUTCOME_WORDS[outcome]}
        {fault !== null && `: ${fault}`}{' '}
        <span className="text-muted">
          (<DateTime value={endedAt} show="ago" />)
        </span>
      </span>
    </span>
  );
}

function Next({ companion }: { readonly companion: Companion }) {
  const { next_pull_at: nextAt, interval_hours: hours, running_since: since } = companion;
  return (
    <>
      {since === null ? <DateTime value={nextAt} /> : 'After the one under way'}, every{' '}
      {intervalWords(hours)}
    </>
  );
}

function Problem({ children }: { readonly children: string }) {
  return (
    <span className="flex items-start gap-1.5 text-danger-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </span>
  );
}
