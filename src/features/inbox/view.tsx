'use client';

import { useCallback } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useQueryStates, type Nullable } from 'nuqs';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { PERSONAL_KINDS } from '@/domain/message/kinds';
import { KIND_WORDS } from '@/domain/message/words';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { MarkAllRead, useMarkRead } from './actions';
import { inboxHref, inboxParsers, type InboxParams, isFiltered, toInboxQuery } from './params';
import { InboxList } from './table';

/** Shows what concerns the reader, the newest first. */
export function InboxView() {
  const state = useInboxParams();
  const { params } = state;
  const inbox = useQuery({
    ...useTRPC().inbox.list.queryOptions(toInboxQuery(params)),
    placeholderData: keepRows,
  });
  const { data } = inbox;
  const isEmpty = data?.total === 0 && !inbox.isPlaceholderData && !isFiltered(params);
  return (
    <Stack>
      <PageHeader
        title="Inbox"
        aside={<TotalCount count={data?.total} />}
        actions={
          <>
            <Button asChild>
              <Link href={hrefs.settings.ownMessages}>What is mailed to you</Link>
            </Button>
            {!isEmpty && (
              <MarkAllRead
                kind={params.kind}
                until={params.page === 1 ? (data?.items[0]?.id ?? null) : null}
                isListed={data !== undefined && !inbox.isPlaceholderData}
              />
            )}
          </>
        }
      />
      {isEmpty ? (
        <NoMessages />
      ) : (
        <>
          <Filters {...state} />
          <Results {...state} inbox={inbox} />
        </>
      )}
    </Stack>
  );
}

const KIND_OPTIONS = PERSONAL_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }));
const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

function Filters({ params, setParams }: InboxState) {
  return (
    <FilterBar
      label="Filter messages"
      active={isFiltered(params)}
      onClear={() => setParams({ kind: null, show: null, page: null })}
    >
      <SegmentedFilter
        label="Which messages"
        options={SHOWN}
        value={params.show}
        onChange={(show) => setParams({ show, page: null })}
      />
      <SelectFilter
        label="Kind"
        options={KIND_OPTIONS}
        value={params.kind}
        onChange={(kind) => setParams({ kind, page: null })}
      />
    </FilterBar>
  );
}

type InboxQuery = Pick<
  UseQueryResult<Outputs['inbox']['list'], unknown>,
  'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>;

function Results({ params, setParams, inbox }: InboxState & { readonly inbox: InboxQuery }) {
  const mark = useMarkRead();
  if (inbox.error) {
    return <CallFailure title="Your messages could not be loaded." query={inbox} />;
  }
  if (!inbox.data) return <Loading label="Loading your messages" columns={3} />;
  const { items, total } = inbox.data;
  if (total === 0) {
    return (
      <NoResults
        title="No message matches."
        onClear={() => setParams({ kind: null, show: null, page: null })}
      />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'messages',
    hrefFor: (number: number, size: number) => inboxHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <InboxList
        entries={items}
        open={params.message}
        hrefOf={(message) => inboxHref({ ...params, message })}
        onOpen={(message) => {
          setParams({ message });
          const isUnread = items.some(({ id, is_read }) => id === message && !is_read);
          if (message !== null && isUnread) mark.mutate({ ids: [message] });
        }}
        loading={inbox.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}

/** Shows what an inbox is for while nothing has been said. */
function NoMessages() {
  return (
    <NoData
      title="Messages about your teams’ software, waivers and plans appear here."
      picture={<Sample />}
    >
      No messages yet.
    </NoData>
  );
}

const SAMPLES = [
  ['Ends', 'Debian 11 in 30 days'],
  ['Denied', 'shop-api:2.4.1'],
  ['Waived', 'Node.js 18, until March'],
] as const;

function Sample() {
  return (
    <div className="rounded-md border bg-surface text-left text-sm">
      {SAMPLES.map(([kind, title]) => (
        <div
          key={kind}
          className="flex h-9 min-w-0 items-center gap-4 border-b px-3 last:border-b-0"
        >
          <span className="w-16 shrink-0">{kind}</span>
          <span className="truncate">{title}</span>
        </div>
      ))}
    </div>
  );
}

interface InboxState {
  readonly params: InboxParams;
  readonly setParams: (changes: Partial<Nullable<InboxParams>>) => void;
}

/** Reads and writes the inbox's state in the URL. Each change is a history entry, so that Back undoes it. */
function useInboxParams(): InboxState {
  const [params, write] = useQueryStates(inboxParsers, { history: 'push', scroll: false });
  const setParams = useCallback<InboxState['setParams']>((changes) => void write(changes), [write]);
  return { params, setParams };
}
