'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { Commands } from './commands';
import { FirstUpload } from './first-upload';
import { KeyStep } from './key-step';
import { Step } from './step';
import { WhoToAsk } from './who-to-ask';

export interface FirstUseProps {
  /** What the page is called that this stands in for. */
  title: string;
  /** What going on is called. */
  doneText: string;
  /** The reader has seen the first image and goes on to what the page is for. */
  onDone: () => void;
}

/** How the first image gets here, and the first image once it does. */
export function FirstUse({ title, doneText, onDone }: FirstUseProps) {
  const mayUpload = useMay('scan:upload');
  return (
    <Stack>
      <PageHeader
        title={title}
        description="Scan an image, and everything in it that has ended or will end is listed here."
      />
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {mayUpload ? <Steps /> : <WhoToAsk forWhat="scan-images" />}
        <aside className="self-start max-xl:order-first xl:sticky xl:top-[calc(var(--header-height)+1.25rem)] xl:order-none">
          <FirstUpload doneText={doneText} onDone={onDone} />
        </aside>
      </div>
    </Stack>
  );
}

function Steps() {
  const [key, setKey] = useState<string | null>(null);
  const mayCreateKeys = useMay('api-key:manage');
  const setup = useQuery(useTRPC().scanner.setup.queryOptions());
  return (
    <ol className="grid min-w-0 content-start gap-6">
      <Step number={1} title="A key for the scanner">
        {mayCreateKeys ? <KeyStep secret={key} onCreated={setKey} /> : <WhoToAsk forWhat="key" />}
      </Step>
      <Step number={2} title="A first scan">
        {setup.error && <CallFailure title="The commands could not be loaded." query={setup} />}
        {setup.isPending && <Loading label="Loading the commands" rows={3} columns={1} />}
        {setup.data && <Commands setup={setup.data} secret={key} />}
      </Step>
    </ol>
  );
}
