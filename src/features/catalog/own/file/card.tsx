'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { TextLink } from '@/components/ui/text-link';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { FileChoice, RefusedFile } from '@/features/frame/file-choice';
import { ChangedMeanwhile } from '@/features/frame/changed-meanwhile';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { ChangeList } from './table';

/** Takes a document of products, shows what it would change, and applies that. */
export function OwnCatalogCard() {
  const [text, setText] = useState('');
  const [removes, setRemoves] = useState(false);
  const { tried, applied } = useChanges(() => setText(''));
  const restart = () => {
    tried.reset();
    applied.reset();
  };
  const change = (next: string) => {
    setText(next);
    restart();
  };
  const asked = { body: text, remove_others: removes ? ('true' as const) : ('false' as const) };
  const error = tried.error ?? applied.error;
  const changes = tried.data?.changes ?? null;
  return (
    <Card
      title="Apply a file"
      description={
        <>
          catalog.yaml, or JSON in the form of endoflife.date. You see what would change before
          anything does. <TextLink href={hrefs.docs.ownProducts}>How it is written</TextLink>
        </>
      }
    >
      <form
        aria-label="Apply a file"
        className="grid min-w-0 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          applied.reset();
          tried.mutate({ ...asked, dry_run: 'true' });
        }}
      >
        <Field label="catalog.yaml">
          <Textarea
            rows={6}
            value={text}
            spellCheck={false}
            onChange={({ target }) => change(target.value)}
            className="max-h-96 font-mono text-xs"
          />
        </Field>
        <Checkbox
          label="Delete products that it does not name"
          checked={removes}
          onCheckedChange={(is) => {
            setRemoves(is);
            restart();
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          <FileChoice onText={change} />
          <Button type="submit" disabled={text === '' || tried.isPending}>
            Show what it changes
          </Button>
          {changes && changes.length > 0 && (
            <Button
              variant="primary"
              disabled={applied.isPending}
              onClick={() => tried.data && applied.mutate({ asked, shown: tried.data })}
            >
              Apply {countOf(changes.length, 'change')}
            </Button>
          )}
        </div>
      </form>
      {error && <RefusedFile error={error} />}
      {changes?.length === 0 && (
        <p role="status" className="pt-3 text-muted">
          Nothing changes: this is what there is.
        </p>
      )}
      {changes && changes.length > 0 && <ChangeList changes={changes} />}
    </Card>
  );
}

type Changes = Outputs['ownCatalog']['change'];

interface Apply {
  readonly asked: { readonly body: string; readonly remove_others: 'true' | 'false' };
  /** What the reader was shown of it. */
  readonly shown: Changes;
}

const MOVED =
  'It would change something else by now, as somebody has changed something meanwhile. Look at it again.';

const saidBy = ({ changes }: Changes) => JSON.stringify(changes);

function useChanges(onApplied: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const tried = useMutation(trpc.ownCatalog.change.mutationOptions());
  const applied = useMutation({
    mutationFn: async ({ asked, shown }: Apply) => {
      // The file takes the place of what there is: what somebody has added since it was looked at would go unseen.
      const now = await client.ownCatalog.change.mutate({ ...asked, dry_run: 'true' });
      if (saidBy(now) !== saidBy(shown)) throw new ChangedMeanwhile(MOVED);
      return client.ownCatalog.change.mutate(asked);
    },
    onError: (error, { asked }) => {
      if (error instanceof ChangedMeanwhile) tried.mutate({ ...asked, dry_run: 'true' });
    },
    onSuccess: async () => {
      toast('The file was applied');
      onApplied();
      tried.reset();
      // Products and their dates are behind nearly everything that pages show.
      await queryClient.invalidateQueries();
    },
  });
  return { tried, applied };
}
