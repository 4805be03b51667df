'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { TextLink } from '@/components/ui/text-link';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { FileChoice, RefusedFile } from '@/features/frame/file-choice';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Change = Outputs['ownCatalog']['change']['changes'][number];

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
          label="Take away products that it does not name"
          checked={removes}
          onCheckedChange={(is) => {
            setRemoves(is === true);
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
              onClick={() => applied.mutate(asked)}
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

function useChanges(onApplied: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const tried = useMutation(trpc.ownCatalog.change.mutationOptions());
  const applied = useMutation({
    ...trpc.ownCatalog.change.mutationOptions(),
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

const TONES = { added: 'accent', changed: 'neutral', removed: 'neutral' } as const;

function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <section aria-label="What it changes" className="pt-3">
      <ul className="rounded-md border">
        {changes.map(({ change, line, slug, name, fields }) => (
          <li
            key={slug}
            className="grid gap-x-4 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[minmax(0,1fr)_5rem]"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <span className="wrap-anywhere">{name}</span>
              <Badge tone={TONES[change]}>{change}</Badge>
            </span>
            <span className="text-muted md:text-right">
              {line === null ? 'not in it' : `line ${String(line)}`}
            </span>
            {fields.length > 0 && (
              <ul className="grid min-w-0 gap-0.5 font-mono text-xs md:col-span-2">
                {fields.map(({ field, before, after }) => (
                  <li key={field} className="wrap-anywhere">
                    {field}: {before !== null && <del className="text-muted">{before}</del>} {after}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
