'use client';

import { useState, type ReactNode, type SubmitEvent } from 'react';
import dynamic from 'next/dynamic';
import { useQuery, useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { FirstUpload } from './card';
import { Commands, KEY_PLACEHOLDER } from './commands';
import { SbomCommands } from './sbom-commands';
import { WhoToAsk } from '@/features/frame/who-to-ask';

const UploadForm = dynamic(
  () => import('@/features/sbom/form').then((module) => module.UploadForm),
  { loading: () => <Loading label="Loading the form" rows={2} columns={1} /> },
);

export interface FirstUseProps {
  /** Title of the page that this replaces. */
  title: string;
  /** Label of the button that goes on to the page. */
  doneText: string;
  /** Called when the reader has seen the first image and goes on to the page. */
  onDone: () => void;
}

/** Explains how to upload the first image, and shows it once it arrives. */
export function FirstUse({ title, doneText, onDone }: FirstUseProps) {
  const mayUpload = useMay('scan:upload');
  return (
    <Stack>
      <PageHeader
        title={title}
        description="Upload what an image or an application holds: everything in it that has ended, or will, is listed here."
      />
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {mayUpload ? <Steps /> : <WhoToAsk forWhat="scan-images" />}
        {/* Below the steps where there is no room beside them, until there is something to see. */}
        <aside className="self-start max-xl:has-data-arrived:order-first xl:sticky xl:top-[calc(var(--header-height)+1.25rem)]">
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
      <Step number={1} title="Now: drop an SBOM you already have">
        <p className="-mt-2 text-sm text-muted">
          An SBOM is a list of everything in an image or an application, written by a scanner or a
          package manager.
        </p>
        <UploadForm />
      </Step>
      <Step number={2} title="For every build: create a key">
        {mayCreateKeys ? <KeyStep secret={key} onCreated={setKey} /> : <WhoToAsk forWhat="key" />}
      </Step>
      <Step number={3} title="With the tools you already use">
        {setup.error && <CallFailure title="The commands could not be loaded." query={setup} />}
        {setup.isPending && <Loading label="Loading the commands" rows={3} columns={1} />}
        {setup.data && (
          <SbomCommands publicUrl={setup.data.publicUrl} apiKey={key ?? KEY_PLACEHOLDER} />
        )}
      </Step>
      {setup.data && (
        <Step number={4} title="Or with xeol, or a tool of your own">
          <Commands setup={setup.data} secret={key} />
        </Step>
      )}
    </ol>
  );
}

interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

/** Shows one numbered step. */
function Step({ number, title, children }: StepProps) {
  return (
    <li className="grid min-w-0 grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className="grid size-6 place-items-center rounded-full border border-border-strong text-xs font-medium text-muted"
      >
        {number}
      </span>
      <div className="grid min-w-0 gap-3">
        <h2 className="leading-6 font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

interface KeyStepProps {
  /** Key that was created on this page; shown only here and now. */
  secret: string | null;
  onCreated: (secret: string) => void;
}

const LONGEST_NAME = 255;

/** Creates a key that can upload scans and nothing more, and shows it once. */
function KeyStep({ secret, onCreated }: KeyStepProps) {
  const [name, setName] = useState('First key');
  const create = useMutation({
    ...useTRPC().apiKey.create.mutationOptions(),
    onSuccess: ({ key }) => onCreated(key),
  });
  if (secret !== null) return <Secret secret={secret} />;

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim()) create.mutate({ body: { name: name.trim(), role: 'scanner' } });
  };
  return (
    <form onSubmit={onSubmit} className="flex max-w-xl flex-wrap items-start gap-2">
      <Field
        label="Name"
        hint="It can upload scans and read policies, nothing else."
        error={create.error && 'The key could not be created. Nothing was changed; try again.'}
        className="grow"
      >
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={LONGEST_NAME}
          autoComplete="off"
        />
      </Field>
      <Button type="submit" variant="primary" loading={create.isPending} className="sm:mt-6.5">
        <KeyRound aria-hidden />
        Create a key
      </Button>
    </form>
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <div role="status" className="grid max-w-xl gap-1.5">
      <div className="flex items-center gap-2 rounded-md border border-accent-text bg-accent-soft py-1 pr-1 pl-3">
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{secret}</code>
        <CopyButton value={secret} label="Copy the key" autoFocus />
      </div>
      <p className="text-xs text-muted">
        Shown this once. It is already in the commands below; keep it where your other secrets are.
      </p>
    </div>
  );
}
