'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { Stack } from '@/components/layout/stack';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { SectionHead } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { MessageSettingView } from '@/features/message-rule/setting/view';
import { MessageRulesView } from '@/features/message-rule/view';
import { useTRPC } from '@/trpc/client';
import { HearsNothing, NewChannel } from './card';
import { AddChannel } from './form';
import { channelColumns, type ShownChannel, useHearing } from './table';

/**
 * Shows where messages go outside of the dashboard. What shows a new channel's secret is there before there is one: it cannot
 * be fetched once the service was updated.
 */
export function ChannelsView() {
  const [shown, setShown] = useState<ShownChannel | null>(null);
  return (
    <Stack>
      <SectionHead title="Messages" actions={<AddChannel onShown={setShown} />}>
        Where Eventide reports what happens, outside the dashboard.{' '}
        <TextLink href={hrefs.docs.messages}>
          How it is delivered, and how to check a signature
        </TextLink>
      </SectionHead>
      {shown && <NewChannel key={shown.id} channel={shown} onDone={() => setShown(null)} />}
      {shown && <HearsNothing channelId={shown.id} />}
      <Channels onShown={setShown} />
      <MessageRulesView />
      <MessageSettingView />
    </Stack>
  );
}

function Channels({ onShown }: { readonly onShown: (channel: ShownChannel) => void }) {
  const channels = useQuery(useTRPC().channel.list.queryOptions());
  const hears = useHearing();
  if (channels.error) {
    return <CallFailure title="The channels could not be loaded." query={channels} />;
  }
  if (!channels.data) return <Loading label="Loading channels" rows={3} columns={5} />;
  if (channels.data.length === 0) {
    return (
      <NoData
        title="Nobody is told outside the dashboard yet"
        picture={<SampleChannels />}
        action={<AddChannel onShown={onShown} />}
      >
        A channel is an address of yours that gets a signed request, people who get a mail, a chat
        or whoever is on call, when a build is denied, support ends or a date changes.
      </NoData>
    );
  }
  return (
    <DataTable
      name="channels"
      label="Channels"
      columns={channelColumns(hears)}
      rows={channels.data}
      rowId={({ id }) => id}
      rowHref={({ id }) => hrefs.settings.channel(id)}
    />
  );
}

const WIDTHS = [84, 120, 66] as const;
const ROW_HEIGHT = 30;

/** Draws a sample of the table: names, each with a place. */
function SampleChannels() {
  return (
    <svg viewBox={`0 0 340 ${WIDTHS.length * ROW_HEIGHT}`} className="w-full">
      {WIDTHS.map((width, index) => (
        <g key={width} transform={`translate(0 ${index * ROW_HEIGHT})`}>
          <rect y="11" width={width} height="8" rx="4" className="fill-border-strong" />
          <rect x="140" y="11" width="130" height="8" rx="4" className="fill-border" />
          <rect x="290" y="9" width="50" height="12" rx="3" className="fill-border-strong" />
          {index > 0 && <line x2="340" className="stroke-border" />}
        </g>
      ))}
    </svg>
  );
}
