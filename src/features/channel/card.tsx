'use client';

import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { focusPastDialog } from '@/components/ui/dialog';
import { TextLink } from '@/components/ui/text-link';
import { DateTime } from '@/components/status/date-time';
import { hrefs } from '@/features/hrefs';
import { AddRule } from '@/features/message-rule/form';
import { type ShownChannel, useHearing } from './table';

export interface NewChannelProps {
  readonly channel: ShownChannel;
  readonly onDone: () => void;
}

/** Says that a channel was added, with the secret that can be seen this once where it has one. */
export function NewChannel({ channel, onDone }: NewChannelProps) {
  const page = <TextLink href={hrefs.settings.channel(channel.id)}>its page</TextLink>;
  if (channel.secret === null) {
    return (
      <p role="status" className="rounded-md border bg-surface px-4 py-3 text-sm">
        {channel.name} was added. Send a test from {page}.
      </p>
    );
  }
  return (
    <ShownSecret
      title={`${channel.name} was added`}
      secret={channel.secret}
      note={<>Then send a test from {page}.</>}
      onDone={onDone}
    />
  );
}

/** Says that a channel has new keys. */
export function NewKeys({ channel, onDone }: NewChannelProps) {
  const ends = channel.signing?.previous?.ends_at ?? null;
  return (
    <ShownSecret
      title={`${channel.name} has new keys`}
      secret={channel.secret ?? ''}
      note={
        ends === null ? (
          'The previous keys no longer sign.'
        ) : (
          <>
            The previous keys also sign until <DateTime value={ends} />.
          </>
        )
      }
      onDone={onDone}
    />
  );
}

interface ShownSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly note: React.ReactNode;
  readonly onDone: () => void;
}

function ShownSecret({ title, secret, note, onDone }: ShownSecretProps) {
  return (
    <section
      role="status"
      aria-label="The new secret"
      className="grid min-w-0 gap-4 rounded-md border border-accent-text bg-surface px-4 py-4"
    >
      <header className="flex flex-wrap items-start gap-3">
        <div className="grid min-w-0 grow gap-0.5">
          <h3 className="font-semibold wrap-anywhere">{title}</h3>
          <p className="max-w-prose text-sm text-muted">
            Give this secret to the receiver now, so that it can check the signatures: it is shown
            this once. {note}
          </p>
        </div>
        <Button onClick={onDone}>I have copied it</Button>
      </header>
      <div className="flex min-w-0 items-center gap-2 rounded-md border border-accent-text bg-accent-soft py-1 pr-1 pl-3">
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{secret}</code>
        <CopyButton value={secret} label="Copy the secret" ref={focusPastDialog} />
      </div>
    </section>
  );
}

/** Says of a channel that no rule leads to it, and leads to one; nothing where one does. */
export function HearsNothing({ channelId }: { readonly channelId: string }) {
  const hears = useHearing();
  if (!hears || hears(channelId).length > 0) return null;
  return (
    <section
      aria-label="What this channel hears"
      className="flex min-w-0 flex-wrap items-center gap-3 rounded-md border border-danger-text bg-surface px-4 py-3"
    >
      <p className="min-w-0 grow basis-64 text-sm">
        <strong className="font-medium">Hears nothing: no rule leads here.</strong> A rule says
        which messages go to this channel, and when; a preview shows what it would have sent.
      </p>
      <AddRule channelId={channelId} label="Send messages here" />
    </section>
  );
}
