'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { endOfDay, expiryDay } from '@/features/frame/expiry';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { FeedTarget } from './types';
import { targetWords } from './words';

/** Both at once: addresses are asked for by the form alone, and what shows them, this once, is there by then. */
const parts = () => Promise.all([import('./form'), import('./card')]);

const FeedForm = dynamic(() => parts().then(([form]) => form.FeedForm), { ssr: false });
const FeedAddresses = dynamic(() => parts().then(([, card]) => card.FeedAddresses), { ssr: false });

export interface SubscribeProps {
  readonly target: FeedTarget;
  /** A UTC day. */
  readonly today: string;
  readonly variant?: 'primary' | undefined;
}

/** Offers a calendar, a feed and a badge of what the page shows, to those who may make them. */
export function Subscribe({ target, today, variant }: SubscribeProps) {
  const mayMake = useMay('feed:write');
  const [open, setOpen] = useState(false);
  const create = useCreate();
  if (!mayMake) return null;
  const { data: shown } = create;
  return (
    <Dialog
      title={shown ? `${shown.label}: copy what you need` : `Subscribe to ${targetWords(target)}`}
      description={
        shown
          ? 'These addresses are shown this once and cannot be looked up later. Whoever has one can read it: revoke it in the settings when it is not needed any more.'
          : 'Makes addresses of a calendar, a feed and a badge. They are read without signing in, show this alone, and follow each date that changes.'
      }
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        create.reset();
      }}
      trigger={
        <Button variant={variant}>
          <Rss aria-hidden />
          Subscribe
        </Button>
      }
      footer={
        shown && (
          <DialogClose>
            <Button variant="primary">Done</Button>
          </DialogClose>
        )
      }
    >
      {shown ? (
        <FeedAddresses shown={shown} />
      ) : (
        <div className="grid gap-4">
          <FormProblem>
            {create.error && refusalOf(create.error, 'The addresses were not made.')}
          </FormProblem>
          <FeedForm
            today={today}
            pending={create.isPending}
            onEntered={({ label, expires, day }) => {
              const ends = expiryDay(expires, day, today);
              const expires_at = ends === null ? null : endOfDay(ends);
              create.mutate({ body: { label, expires_at, ...scopeOf(target) } });
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Leaves out the name, which is for people. */
function scopeOf(target: FeedTarget) {
  const { name: _name, ...scope } = target;
  return scope;
}

function useCreate() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.feedToken.create.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.feedToken.list.pathFilter()),
  });
}
