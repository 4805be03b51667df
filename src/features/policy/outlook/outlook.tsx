'use client';

import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import { DECIDED_ACTIONS, SHOWN_ACTIONS, type ActionCounts } from '../actions';
import { ForecastChart } from './forecast-chart';
import { ForecastTable } from './forecast-table';
import { OutlookFigures } from './outlook-figures';
import { OutlookImages } from './outlook-images';
import type { OutlookQuestion } from './question';
import { worstOf, type Selection } from './selection';

export interface OutlookProps {
  question: OutlookQuestion;
  /** Today's numbers without the change; null where nothing is changed. */
  before: ActionCounts | null;
}

/** What policies do today and on each coming date, and to which images. */
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
