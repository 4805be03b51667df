'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { Loading } from '@/components/feedback/loading';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Breakable } from '@/components/ui/breakable';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { DELIVERY_STATES } from '@/domain/channel/channel';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { FormProblem } from '@/features/frame/form-problem';
import { SectionHead } from '@/features/frame/section';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { EndPreviousKeys, PauseOrResume, RemoveChannel, RotateKeys } from '../actions';
import { HearsNothing, NewKeys } from '../card';
import { EditChannel } from '../form';
import { type Channel, ChannelState, type ShownChannel } from '../table';
import {
  attemptWords,
  CHANNEL_KIND_WORDS,
  DELIVERY_STATE_WORDS,
  DISABLED_WORDS,
  goesTo,
} from '../words';
import {
  channelHref,
  channelPageParsers,
  type ChannelPageParams,
  toDeliveriesQuery,
} from './params';
import { DELIVERY_COLUMNS } from './table';

const DeliveryPanel = dynamic(() => import('./card').then((module) => module.DeliveryPanel), {
  loading: () => null,
});

/** Shows one channel: where it leads, what became of each message, and what can be done with it. */
export function ChannelView({ id }: { readonly id: string }) {
  const channel = useQuery(useTRPC().channel.get.queryOptions({ id }));
  const [keys, setKeys] = useState<ShownChannel | null>(null);
  if (channel.error)
    return <CallFailure title="The channel could not be loaded." query={channel} />;
  if (!channel.data) return <Loading label="Loading the channel" rows={4} columns={2} />;
  return (
    <Stack>
      <p className="text-xs text-muted">
        <TextLink href={hrefs.settings.messages}>All channels</TextLink>
      </p>
      <SectionHead
        title={channel.data.name}
        actions={
          <>
            <EditChannel channel={channel.data} />
            {channel.data.signing && <RotateKeys channel={channel.data} onShown={setKeys} />}
            <PauseOrResume channel={channel.data} />
            <RemoveChannel channel={channel.data} />
          </>
        }
      />
      {keys && <NewKeys key={keys.secret} channel={keys} onDone={() => setKeys(null)} />}
      <HearsNothing channelId={id} />
      <ChannelFacts channel={channel.data} />
      <TestChannel channel={channel.data} />
      <Deliveries id={id} />
    </Stack>
  );
}

function ChannelFacts({ channel }: { readonly channel: Channel }) {
  const { kind, settings, signing, disabled_reason: reason } = channel;
  return (
    <Card>
      <FactList
        facts={[
          {
            label: 'State',
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <ChannelState {...channel} />
                {reason && <span className="text-muted">{DISABLED_WORDS[reason]}</span>}
              </span>
            ),
          },
          { label: 'Kind', value: CHANNEL_KIND_WORDS[kind].label },
          { label: 'Goes to', value: <Breakable text={goesTo(settings)} /> },
          { label: 'Rules', value: <LedByRules channelId={channel.id} /> },
          ...(signing
            ? [
                {
                  label: 'Public key',
                  value: <CopyText value={signing.public_key} what="public key" />,
                },
              ]
            : []),
          ...(signing?.previous
            ? [
                {
                  label: 'Old keys',
                  value: (
                    <span className="flex flex-wrap items-center gap-2">
                      <span>
                        They also sign until <DateTime value={signing.previous.ends_at} />.
                      </span>
                      <EndPreviousKeys channel={channel} />
                    </span>
                  ),
                },
              ]
            : []),
          { label: 'Added by', value: channel.created_by },
        ]}
      />
    </Card>
  );
}

/** Names the rules that lead messages to the channel. */
function LedByRules({ channelId }: { readonly channelId: string }) {
  const rules = useQuery(useTRPC().messageRule.list.queryOptions());
  const own = rules.data?.filter(({ channel_ids: ids }) => ids.includes(channelId)) ?? [];
  if (rules.error) return 'They could not be loaded';
  if (!rules.data) return 'Loading…';
  return (
    <span className="flex flex-wrap gap-x-3">
      {own.length === 0 && <span>None: nothing goes to it.</span>}
      {own.map(({ id, name, enabled }) => (
        <TextLink key={id} href={hrefs.settings.messages}>
          {enabled ? name : `${name} (off)`}
        </TextLink>
      ))}
    </span>
  );
}

/** Sends a test message at once, and shows what came of it. */
function TestChannel({ channel }: { readonly channel: Channel }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const test = useMutation({
    ...trpc.channel.test.mutationOptions(),
    onSettled: () => queryClient.invalidateQueries(trpc.channel.pathFilter()),
  });
  const [attempt] = test.data?.made ?? [];
  return (
    <section aria-label="Test" className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button loading={test.isPending} onClick={() => test.mutate({ id: channel.id })}>
          Send a test
        </Button>
        <p className="text-sm text-muted">
          Sends a message marked as a test at once, even while the channel is paused.
        </p>
      </div>
      <FormProblem>{test.error && refusalOf(test.error, 'The test was not sent.')}</FormProblem>
      <div role="status" className="grid min-w-0 gap-1 text-sm empty:hidden">
        {attempt && !test.isPending && (
          <>
            <p className="font-medium">
              {attempt.failure === null ? 'It was taken' : 'It was not taken'}:{' '}
              {attemptWords(attempt)}
            </p>
            {attempt.answer && (
              <code className="font-mono text-xs wrap-anywhere text-muted">{attempt.answer}</code>
            )}
          </>
        )}
      </div>
    </section>
  );
}

const STATE_OPTIONS = [
  { value: 'all', label: 'All' },
  ...DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_WORDS[value] })),
];

function Deliveries({ id }: { readonly id: string }) {
  const [params, write] = useQueryStates(channelPageParsers, { history: 'push', scroll: false });
  const setState = (value: string) => {
    const state = DELIVERY_STATES.find((one) => one === value) ?? null;
    void write({ state, page: null, message: null });
  };
  return (
    <section aria-labelledby="deliveries" className="grid min-w-0 gap-3">
      <h3 id="deliveries" className="font-semibold">
        What went to it
      </h3>
      <FilterBar
        label="Filter deliveries"
        active={params.state !== null}
        onClear={() => setState('all')}
      >
        <SegmentedFilter
          label="State"
          options={STATE_OPTIONS}
          value={params.state ?? 'all'}
          onChange={setState}
        />
      </FilterBar>
      <DeliveryRows id={id} params={params} onClear={() => setState('all')} />
      {params.message !== null && (
        <DeliveryPanel
          channelId={id}
          messageId={params.message}
          closeHref={channelHref(id, { ...params, message: null })}
        />
      )}
    </section>
  );
}

interface DeliveryRowsProps {
  readonly id: string;
  readonly params: ChannelPageParams;
  readonly onClear: () => void;
}

function DeliveryRows({ id, params, onClear }: DeliveryRowsProps) {
  const list = useQuery({
    ...useTRPC().channel.deliveries.queryOptions(toDeliveriesQuery(id, params)),
    placeholderData: keepRows,
  });
  if (list.error) return <CallFailure title="The list could not be loaded." query={list} />;
  if (!list.data) return <Loading label="Loading deliveries" columns={5} />;
  const { items, total } = list.data;
  if (total === 0 && params.state !== null) {
    return <NoResults title="None is in that state." onClear={onClear} />;
  }
  if (total === 0) return <p className="text-sm text-muted">Nothing yet.</p>;
  const page = {
    ...{ page: params.page, size: params.size, total, noun: 'deliveries' },
    hrefFor: (number: number, size: number) =>
      channelHref(id, { ...params, message: null, page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="deliveries"
        label="Deliveries"
        columns={DELIVERY_COLUMNS}
        rows={items}
        rowId={({ message_id: message }) => message}
        rowHref={({ message_id: message }) => channelHref(id, { ...params, message })}
        opensBeside
        selectedId={params.message}
        loading={list.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
