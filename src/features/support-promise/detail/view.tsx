'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { LifecycleTimeline } from '@/components/charts/lifecycle-timeline';
import { DataTable } from '@/components/data-table/data-table';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { parseDay } from '@/domain/eol/calendar';
import { projectTitle } from '@/domain/identifiers/project-name';
import {
  CLAUSES_OF_PROMISES,
  meaningOf,
  OUTLIVES_STANDINGS,
  STANDING_WORDS,
} from '@/domain/support-promise/outlives';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { countOf, formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outlives } from '../types';
import { PromiseActions } from './dialog';
import { outlivesParsers, serializeOutlives } from './params';
import { outlivesColumns, OUTLIVES_TABLE, timelineRows } from './table';

interface OutlivesViewProps {
  readonly initial: Outlives;
  /** A UTC day. */
  readonly today: string;
}

/** Shows what in a project ends before its promised support. */
export function OutlivesView({ initial, today }: OutlivesViewProps) {
  const { id } = initial.project;
  const query = useQuery({
    ...useTRPC().supportPromise.outlives.queryOptions({ id }),
    initialData: initial,
  });
  if (query.error) return <CallFailure title="The promise could not be loaded." query={query} />;
  const told = query.data;
  const project = projectTitle(told.project.name).title;
  return (
    <Stack>
      <PageHeader
        crumbs={[
          { label: 'Outlives', href: hrefs.promises },
          { label: project, href: hrefs.project(id) },
        ]}
        title={told.promise?.product_name ?? project}
        description={
          told.promise
            ? `Supported until ${formatDay(told.promise.promised_until)}, as promised`
            : 'No support is promised yet'
        }
        actions={<PromiseActions projectId={id} promise={told.promise} />}
      />
      {told.promise ? <Told told={told} today={today} /> : <NothingPromised />}
    </Stack>
  );
}

function NothingPromised() {
  return (
    <p className="max-w-prose text-sm text-muted">
      Say until when you support this product. Then this page shows what in its live images ends
      earlier, and of what that is not known.{' '}
      <TextLink href={hrefs.docs.outlives}>What is compared</TextLink>
    </p>
  );
}

function Told({ told, today }: { readonly told: Outlives; readonly today: string }) {
  return (
    <>
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Meaning told={told} />
        <Promised told={told} />
      </div>
      <Picture told={told} today={today} />
      <Rows told={told} />
    </>
  );
}

function Meaning({ told: { counts, promise } }: { readonly told: Outlives }) {
  const until = promise && parseDay(promise.promised_until);
  return (
    <Card title="What it means">
      <div className="grid gap-2 text-sm wrap-anywhere">
        {counts &&
          until &&
          meaningOf(counts, until, formatDay).map((sentence) => <p key={sentence}>{sentence}</p>)}
        <ul className="mt-1 grid gap-1 text-muted">
          {CLAUSES_OF_PROMISES.map(({ id, asks }) => (
            <li key={id}>
              {id}: {asks}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Promised({ told: { promise, packages, project } }: { readonly told: Outlives }) {
  if (!promise || !packages) return null;
  const files = [
    { label: 'PDF, A4', href: hrefs.exports.outlives(project.id, 'pdf', 'A4') },
    { label: 'PDF, Letter', href: hrefs.exports.outlives(project.id, 'pdf', 'LETTER') },
  ];
  return (
    <Card title="The promise">
      <FactList
        facts={[
          { label: 'Supported until', value: formatDay(promise.promised_until) },
          { label: 'Owner', value: promise.owner?.name ?? 'Nobody' },
          {
            label: 'Said',
            value: (
              <>
                <DateTime value={promise.set_at} /> by {promise.set_by.name}
              </>
            ),
          },
          ...(promise.note === null
            ? []
            : [
                {
                  label: 'Note',
                  value: <span className="wrap-anywhere whitespace-pre-wrap">{promise.note}</span>,
                },
              ]),
          {
            label: 'Packages',
            value: `${countOf(packages.total, 'package')}: ${formatCount(packages.unknown)} whose end is unknown, ${formatCount(packages.estimated)} with only an estimate`,
          },
        ]}
      />
      <div data-print="hide" className="mt-3 flex flex-wrap gap-2">
        {files.map(({ label, href }) => (
          <Button key={label} asChild>
            <a href={href} download>
              {label}
            </a>
          </Button>
        ))}
      </div>
    </Card>
  );
}

/** As many as can be taken in; the table has all of them. */
const MOST_BARS = 30;

function Picture({ told, today }: { readonly told: Outlives; readonly today: string }) {
  const earlier = told.rows.filter(({ standing }) => standing === 'earlier');
  if (!told.promise || earlier.length === 0) return null;
  const left = earlier.length - MOST_BARS;
  return (
    <section aria-label="Ends before the promised day" className="grid min-w-0 gap-2">
      <LifecycleTimeline
        label="The promised support, and what ends before it"
        rowHeader="Software"
        columns={[{ header: 'End' }, { header: 'Short by', align: 'end' }]}
        rows={timelineRows(told.promise, earlier.slice(0, MOST_BARS))}
        today={today}
      />
      <p className="text-xs text-muted">
        The rings mark the promised day.
        {left > 0 && ` ${formatCount(left)} more are in the table.`}
      </p>
    </section>
  );
}

function Rows({ told }: { readonly told: Outlives }) {
  const [{ show }, setParams] = useQueryStates(outlivesParsers);
  const columns = useMemo(() => outlivesColumns(told.project.id), [told.project.id]);
  const rows = told.rows.filter(({ standing }) => show === null || standing === show);
  const { counts } = told;
  const file = (format: 'csv' | 'json') =>
    serializeOutlives(hrefs.exports.outlives(told.project.id, format), { show });
  if (!counts) return null;
  const total = counts.earlier + counts.unknown + counts.lasts;
  return (
    <section aria-label="What the project holds" className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedFilter
          label="Against the promise"
          value={show ?? 'all'}
          onChange={(next) => void setParams({ show: next === 'all' ? null : next })}
          options={[
            { value: 'all', label: 'All', count: total },
            ...OUTLIVES_STANDINGS.map((value) => ({
              ...{ value, label: STANDING_WORDS[value], count: counts[value] },
            })),
          ]}
        />
        <span data-print="hide" className="flex flex-wrap gap-2">
          <Button asChild>
            <a href={file('csv')} download>
              Export as CSV
            </a>
          </Button>
          <Button asChild>
            <a href={file('json')} download>
              Export as JSON
            </a>
          </Button>
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">There is none of these.</p>
      ) : (
        <DataTable
          name={OUTLIVES_TABLE}
          label="Release cycles against the promise"
          columns={columns}
          rows={rows}
          rowId={(row) => row.software_id}
          rowHref={(row) => hrefs.software(row.software_id)}
        />
      )}
      {told.left_out > 0 && (
        <p className="text-sm text-muted">{formatCount(told.left_out)} more are left out.</p>
      )}
    </section>
  );
}
