'use client';

import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, LoaderCircle, Plus } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { SetSource, SourceActions } from './actions';
import { ConflictList } from './table';
import type { CatalogSource } from './types';
import { RHYTHM_WORDS } from './words';

/** Milliseconds between two looks while a reading is about to begin or under way. */
const WHILE_READING_MS = 2_000;

/** The catalogs of others that are read here, how the last readings went, and the form for one more. */
export function CatalogSources() {
  const query = useQuery({
    ...useTRPC().ownCatalog.sources.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.some(isDue) ? WHILE_READING_MS : false),
  });
  const sources = query.data;
  useRefreshOnce(sources?.some(isDue) ?? false);
  return (
    <Card
      title="External catalogs"
      description={
        <>
          Products from another Eventide, or from a file at an address, read on a schedule. Your own
          products come first. <TextLink href={hrefs.docs.catalogSources}>How it works</TextLink>
        </>
      }
      actions={
        <SetSource
          source={null}
          trigger={
            <Button>
              <Plus aria-hidden />
              Add an external catalog
            </Button>
          }
        />
      }
    >
      {query.error && <CallFailure title="They could not be loaded." query={query} />}
      {query.isPending && <Loading label="Loading external catalogs" rows={2} columns={2} />}
      {sources?.length === 0 && (
        <p className="text-sm text-muted">No external catalog is read yet.</p>
      )}
      {sources && sources.length > 0 && (
        <ul aria-label="External catalogs" className="divide-y rounded-md border">
          {sources.map((source) => (
            <li
              key={source.id}
              className="grid gap-x-4 gap-y-2 px-3 py-3 md:grid-cols-[minmax(0,1fr)_auto]"
            >
              <Source source={source} />
              <SourceActions source={source} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Source({ source }: { readonly source: CatalogSource }) {
  const { name, url, rhythm, conflicts, conflict_count: count } = source;
  return (
    <div className="grid min-w-0 content-start gap-1 text-sm">
      <h3 className="font-medium wrap-anywhere">{name}</h3>
      <p className="wrap-anywhere text-muted">
        {url} · {RHYTHM_WORDS[rhythm]}
      </p>
      <State source={source} />
      {!source.key_readable && <Problem>The key cannot be read any more: enter it again.</Problem>}
      {count > 0 && <ConflictList conflicts={conflicts} count={count} />}
    </div>
  );
}

/** How the last reading went; the last failure stays to be seen when one has succeeded since. */
function State({ source }: { readonly source: CatalogSource }) {
  const { products, failing, last_success_at: success, last_failure_at: failure } = source;
  const { last_fault: fault } = source;
  return (
    <>
      {isDue(source) && (
        <p role="status" className="flex items-center gap-1.5">
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
          It is read within seconds
        </p>
      )}
      {failing && failure !== null && (
        <Problem>
          {fault} (<DateTime value={failure} show="ago" />)
        </Problem>
      )}
      {success === null ? (
        !failing && !isDue(source) && <p className="text-muted">It was not read so far.</p>
      ) : (
        <p className="flex items-start gap-1.5">
          {!failing && <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />}
          <span>
            {countOf(products, 'product')}, last read <DateTime value={success} show="ago" />
          </span>
        </p>
      )}
      {!failing && failure !== null && (
        <p className="wrap-anywhere text-muted">
          Last failure <DateTime value={failure} show="ago" />: {fault}
        </p>
      )}
    </>
  );
}

function Problem({ children }: { readonly children: React.ReactNode }) {
  return (
    <p className="flex min-w-0 items-start gap-1.5 text-danger-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

function isDue({ next_read_at: at }: CatalogSource): boolean {
  return at !== null && Date.parse(at) <= Date.now();
}

/** Asks for all that products are behind anew, once a reading that was waited for has ended. */
function useRefreshOnce(isUnderWay: boolean): void {
  const queries = useQueryClient();
  const was = useRef(isUnderWay);
  useEffect(() => {
    if (was.current && !isUnderWay) void queries.invalidateQueries();
    was.current = isUnderWay;
  }, [isUnderWay, queries]);
}
