'use client';

import { useQuery } from '@tanstack/react-query';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { focusPastDialog } from '@/components/ui/dialog';
import { can } from '@/domain/roles/permissions';
import { readExample } from '@/domain/scanner-setup/examples';
import { Commands } from '@/features/first-use/commands';
import { GateCommands } from '@/features/first-use/gate-commands';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import type { Shown } from './table';

export interface ShownKeyProps {
  readonly shown: Shown;
  readonly onDone: () => void;
}

/** Shows a new secret, the only time that it can be seen, and the commands that use it. */
export function ShownKey({ shown, onDone }: ShownKeyProps) {
  const { key, by } = shown;
  return (
    <section
      role="status"
      aria-label="The new key"
      className="grid min-w-0 gap-4 rounded-md border border-accent-text bg-surface px-4 py-4"
    >
      <header className="flex flex-wrap items-start gap-3">
        <div className="grid min-w-0 grow gap-0.5">
          <h3 className="font-semibold wrap-anywhere">
            {by === 'creation' ? `${key.name} was created` : `${key.name} has a new key`}
          </h3>
          <p className="max-w-prose text-sm text-muted">
            Copy it now: it is shown this once, and cannot be looked up later.
            {by === 'rotation' && <OldKey graceEndsAt={key.grace_ends_at} />}
          </p>
        </div>
        <Button onClick={onDone}>I have copied it</Button>
      </header>
      <div className="flex min-w-0 items-center gap-2 rounded-md border border-accent-text bg-accent-soft py-1 pr-1 pl-3">
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{key.key}</code>
        <CopyButton value={key.key} label="Copy the key" ref={focusPastDialog} />
      </div>
      <details className="min-w-0" open={by === 'creation'}>
        <summary className="text-sm font-medium">Commands with this key in them</summary>
        <div className="mt-3 grid min-w-0 gap-3">
          <ReadyCommands shown={shown} />
        </div>
      </details>
    </section>
  );
}

function OldKey({ graceEndsAt }: { graceEndsAt: string | null }) {
  if (graceEndsAt === null) return <> The old one has stopped working.</>;
  return (
    <>
      {' '}
      The old one works until <DateTime value={graceEndsAt} />.
    </>
  );
}

function ReadyCommands({ shown: { key } }: Pick<ShownKeyProps, 'shown'>) {
  const setup = useQuery(useTRPC().scanner.setup.queryOptions());
  if (setup.error) return <CallFailure title="The commands could not be loaded." query={setup} />;
  if (!setup.data) return null;
  const { publicUrl } = setup.data;
  if (can(key.role, 'scan:upload')) {
    return (
      <>
        <Commands setup={setup.data} secret={key.key} />
        <h4 className="text-sm font-medium">Gate builds</h4>
        <GateCommands publicUrl={publicUrl} apiKey={key.key} />
      </>
    );
  }
  return <CodeBlock label="Read the images" code={readExample({ publicUrl, apiKey: key.key })} />;
}
