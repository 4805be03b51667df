'use client';

import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import {
  ACTION_WORDS,
  type ActionCounts,
  ActionMark,
  COUNTED_AS,
  DECIDED_ACTIONS,
  SHOWN_ACTIONS,
} from '@/features/policy/words';
import { ForecastChart } from './forecast/chart';
import { ForecastTable } from './forecast/table';
import { OutlookImages } from './table';
import { type OutlookQuestion, type Selection, worstOf } from './params';
import type { PolicyAction } from '@/domain/policy/policy';
import { cn } from '@/lib/cn';
import { formatCount } from '@/lib/numbers';

export interface OutlookProps {
  question: OutlookQuestion;
  /** Today's numbers without the change; null where nothing is changed. */
  before: ActionCounts | null;
}

/** Shows what policies do today and on each coming date, and to which images. */
export function Outlook({ question, before }: OutlookProps) {
  const [chosen, setChosen] = useState<Selection | null>(null);
  const [paged, setPaged] = useState({ of: '', page: 1 });
  const forecast = useQuery({
    ...useTRPC().policy.forecast.queryOptions(question, { trpc: { abortOnUnmount: true } }),
    placeholderData: keepPreviousData,
  });
  const now = forecast.data?.points[0];
  if (forecast.error) {
    return <CallFailure title="What it would do could not be worked out." query={forecast} />;
  }
  if (!forecast.data || !now) return <Loading label="Working it out" rows={6} columns={3} />;
  const selection = chosen ?? { action: worstOf(now), on: null };
  const actions = question.decidedBy === null ? SHOWN_ACTIONS : DECIDED_ACTIONS;
  // Another list begins at its first page.
  const list = JSON.stringify([question, selection]);
  return (
    <div
      className="grid min-w-0 grid-cols-1 gap-4"
      aria-busy={forecast.isPlaceholderData || undefined}
    >
      <OutlookFigures
        counts={now}
        actions={actions}
        before={before}
        chosen={selection.on === null ? selection.action : null}
        onChoose={(action) => setChosen({ action, on: null })}
      />
      <ForecastChart forecast={forecast.data} selection={selection} onSelect={setChosen} />
      <ForecastTable
        forecast={forecast.data}
        actions={actions}
        selection={selection}
        onSelect={setChosen}
      />
      <OutlookImages
        question={question}
        selection={selection}
        page={paged.of === list ? paged.page : 1}
        onPage={(page) => setPaged({ of: list, page })}
        today={forecast.data.today}
      />
    </div>
  );
}

export interface OutlookFiguresProps {
  counts: ActionCounts;
  actions: readonly PolicyAction[];
  /** The same without the change; what differs is told beside the numbers. */
  before: ActionCounts | null;
  /** The verdict that is listed below, when that is about today. */
  chosen: PolicyAction | null;
  onChoose: (action: PolicyAction) => void;
}

/** How many images are denied, warned and allowed today. Pressing a number lists them. */
export function OutlookFigures({ counts, actions, before, chosen, onChoose }: OutlookFiguresProps) {
  return (
    <div
      role="group"
      aria-label="Images today"
      className="grid auto-cols-fr grid-flow-col gap-px overflow-hidden rounded-md border bg-border"
    >
      {actions.map((action) => {
        const count = counts[COUNTED_AS[action]];
        return (
          <button
            key={action}
            type="button"
            aria-pressed={chosen === action}
            onClick={() => onChoose(action)}
            className={cn(
              'grid content-start gap-0.5 bg-surface px-3 py-2 text-left -outline-offset-2 transition-colors hover:bg-hover',
              chosen === action && 'bg-active hover:bg-active',
            )}
          >
            <span className="flex items-center gap-1.5 text-xs text-muted">
              <ActionMark action={action} />
              {ACTION_WORDS[action]} today
            </span>
            <span data-numeric className="text-xl font-semibold tracking-tight">
              {formatCount(count)}
            </span>
            {before && (
              <span data-numeric className="text-xs text-muted">
                {differenceWords(count, before[COUNTED_AS[action]])}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function differenceWords(after: number, before: number): string {
  if (after === before) return 'as now';
  return `${after > before ? '+' : '−'}${formatCount(Math.abs(after - before))}, now ${formatCount(before)}`;
}
