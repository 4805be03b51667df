'use client';

import { NotMatched, NotMatchedMark } from '@/components/status/not-matched';
import { countOf } from '@/lib/numbers';
import { NOT_MATCHED, STATE_WORDS } from '@/domain/eol/words';
import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { NoResults } from '@/components/feedback/no-results';
import { RelativeDate } from '@/components/status/relative-date';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { StatusBadge } from '@/components/status/status-badge';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { MoveLine } from '@/features/advice/card';
import { ContractMark } from '@/features/names/contract';
import { shortLabel } from '@/features/names/cycle';
import { EvidenceWord } from '@/features/names/evidence';
import { undatedEnd } from '@/lib/dates';
import { type AskedComponent, type CheckParams, writtenAs } from '@/features/check/params';
import { SaveAnswers } from './actions';
import type { Answered } from './values';
import { type Explained, type VerdictState, verdictOf } from '@/features/check/words';

interface Row extends Answered {
  readonly id: string;
}

export interface BatchProps {
  components: readonly AskedComponent[];
  explained: Explained;
  params: CheckParams;
  /** The address that shows answers of one state alone; null shows all. */
  hrefFor: (state: VerdictState | null) => string;
}

/** The answers to many questions: how many of each state, and one row each. */
export function Batch({ components, explained, params, hrefFor }: BatchProps) {
  const { level, state } = params;
  // The server gives calendar days alone.
  const today = explained.today as Day;
  const rows = useMemo(
    () =>
      explained.results.flatMap((one, index): Row[] => {
        const component = components[index];
        if (!component) return [];
        const asked = writtenAs(component);
        return [
          {
            id: String(index),
            asked,
            explained: one,
            verdict: verdictOf(one, { level, today, asked }),
          },
        ];
      }),
    [components, explained, level, today],
  );
  const columns = useMemo(() => batchColumns(today), [today]);
  const shown = state === null ? rows : rows.filter(({ verdict }) => verdict.status === state);
  const all = <TextLink href={hrefFor(null)}>Show all</TextLink>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Counts rows={rows} hrefFor={hrefFor} />
      {shown.length === 0 ? (
        <NoResults title="No component is of that state." clearLink={all} />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">{state !== null && <>One state is shown. {all}</>}</p>
            <SaveAnswers answers={shown} today={today} />
          </div>
          <DataTable
            name="check"
            label="Answers"
            columns={columns}
            rows={shown}
            rowId={({ id }) => id}
          />
        </>
      )}
    </div>
  );
}

/** Counts what was found by state, and apart from it what was not: nothing is known of that, not even that it has no end. */
function Counts({ rows, hrefFor }: { rows: readonly Row[] } & Pick<BatchProps, 'hrefFor'>) {
  const { unmatched = 0, ...counts } = countStates(rows);
  return (
    <div className="grid gap-2">
      <StackedStatusBar counts={counts} noun={['component', 'components']} hrefFor={hrefFor} />
      {unmatched > 0 && (
        <p className="text-sm">
          <TextLink href={hrefFor('unmatched')}>
            <NotMatchedMark className="mr-1 inline-block align-[-0.1em]" />
            {NOT_MATCHED}: {countOf(unmatched, 'component')}
          </TextLink>
        </p>
      )}
    </div>
  );
}

function countStates(rows: readonly Row[]): Partial<Record<VerdictState, number>> {
  const counts: Partial<Record<VerdictState, number>> = {};
  for (const { verdict } of rows) counts[verdict.status] = (counts[verdict.status] ?? 0) + 1;
  return counts;
}

function batchColumns(today: Day): readonly TableColumn<Row>[] {
  return [
    {
      id: 'asked',
      header: 'Component',
      primary: true,
      cell: ({ asked }) => (
        <span className="block min-w-0 font-mono text-xs">
          <MiddleTruncate text={asked} />
        </span>
      ),
    },
    {
      id: 'found',
      header: 'Supported as',
      widthPx: 220,
      cell: ({ explained }) => <SupportedAs explained={explained} />,
    },
    {
      id: 'end',
      header: 'End of life',
      widthPx: 280,
      card: 'line',
      cell: ({ verdict, explained }) => (
        <>
          {verdict.status === 'unmatched' ? (
            <span
              title={explained.answer.match.message}
              className="inline-flex flex-wrap items-center gap-x-2 text-xs text-muted"
            >
              <NotMatched>
                {explained.answer.candidates && 'May be any of several builds'}
              </NotMatched>
              {explained.answer.fact && <EvidenceWord degree={explained.answer.evidence_degree} />}
            </span>
          ) : (
            <StatusBadge status={verdict.status} variant="plain">
              <End verdict={verdict} explained={explained} today={today} />
            </StatusBadge>
          )}
          <ContractMark contract={explained.answer.contract} today={today} />
        </>
      ),
    },
    {
      id: 'next',
      header: 'Move to',
      widthPx: 220,
      cell: ({ verdict, explained }) => <MoveTo verdict={verdict} explained={explained} />,
    },
  ];
}

function SupportedAs({ explained: { about, answer } }: Pick<Row, 'explained'>) {
  if (!about) return <span className="text-subtle">{answer.result ? 'Its registry' : '–'}</span>;
  const { product, is_listed: isListed, found } = about;
  const text = found
    ? `${product.name} ${shortLabel(product.name, found.cycle.label)}`
    : product.name;
  if (!isListed) return text;
  return (
    <TextLink href={hrefs.product(product.slug, { cycle: found?.cycle.name ?? null })}>
      {text}
    </TextLink>
  );
}

function End({ verdict, explained, today }: Pick<Row, 'verdict' | 'explained'> & { today: Day }) {
  const { answer } = explained;
  if (verdict.day !== null) return <RelativeDate day={verdict.day} today={today} />;
  if (answer.eol) return undatedEnd(answer.estimated_from ?? null);
  return answer.found_support ? STATE_WORDS.unknown : 'Has no such support';
}

function MoveTo({ verdict, explained: { about, answer } }: Pick<Row, 'verdict' | 'explained'>) {
  const { advice, fact } = answer;
  const { status } = verdict;
  if (fact?.successor) {
    return (
      <span className="font-mono text-xs wrap-anywhere whitespace-normal">{fact.successor}</span>
    );
  }
  if (!about || !advice || (status !== 'ended' && status !== 'soon' && status !== 'next')) {
    return null;
  }
  return <MoveLine advice={advice} product={about.product.name} />;
}
