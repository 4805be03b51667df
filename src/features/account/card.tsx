'use client';

import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { CallFailure } from '@/features/frame/call-failure';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { deviceWords, wordsForTrail } from './words';

type OwnSession = Outputs['session']['list'][number];

/** Lists the browsers in which the reader is signed in, and signs them out. */
export function Sessions() {
  const sessions = useQuery(useTRPC().session.list.queryOptions());
  if (sessions.error) {
    return <CallFailure title="Your browsers could not be loaded." query={sessions} />;
  }
  if (!sessions.data) return <Loading label="Loading your browsers" rows={2} columns={2} />;
  return (
    <>
      <ul aria-label="Browsers" className="grid w-full divide-y">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.data.length > 1 && <EndOthers />}
    </>
  );
}

function EndOthers() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const end = useMutation({
    ...trpc.session.endOthers.mutationOptions(),
    onSuccess: async ({ ended }) => {
      setOpen(false);
      toast.success(
        ended === 1
          ? 'One other browser is signed out'
          : `${String(ended)} other browsers are signed out`,
      );
      await queryClient.invalidateQueries(trpc.session.list.pathFilter());
    },
    onError: (error) => {
      setOpen(false);
      toast.error(refusalOf(error, 'The other browsers are still signed in.'));
    },
  });
  return (
    <ConfirmDialog
      title="Sign out everywhere else?"
      description="You stay signed in here. Whoever sits at another browser has to sign in again. If somebody knows your password, change it instead: that signs them out too."
      confirmLabel="Sign out all others"
      open={open}
      onOpenChange={setOpen}
      pending={end.isPending}
      onConfirm={() => end.mutate()}
      trigger={<Button>Sign out all others</Button>}
    />
  );
}

/** Shows one browser in which the reader is signed in. */
function SessionRow({ session }: { session: OwnSession }) {
  const { device, remoteAddress, createdAt, lastSeenAt, isCurrent } = session;
  const words = deviceWords(device);
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {words}
          {isCurrent && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-xs text-muted">
          {remoteAddress !== '' && (
            <>
              From <span className="font-mono wrap-anywhere">{remoteAddress}</span>
              {' · '}
            </>
          )}
          Signed in <DateTime value={createdAt} />
          {' · '}
          {isCurrent ? (
            'In use now'
          ) : (
            <>
              Last seen <DateTime value={lastSeenAt} show="ago" />
            </>
          )}
        </p>
      </div>
      {!isCurrent && <EndSession id={session.id} words={words} />}
    </li>
  );
}

function EndSession({ id, words }: { id: string; words: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutation({
    ...trpc.session.end.mutationOptions(),
    onSuccess: () => toast.success(`${words} is signed out`),
    onError: (error) => toast.error(refusalOf(error, 'The browser is still signed in.')),
    onSettled: () => queryClient.invalidateQueries(trpc.session.list.pathFilter()),
  });
  return (
    <Button
      size="sm"
      variant="danger-quiet"
      loading={end.isPending}
      onClick={() => end.mutate({ id })}
      aria-label={`Sign out ${words}`}
    >
      Sign out
    </Button>
  );
}

/** Lists what happened to the reader's account, newest first. */
export function Trail() {
  const trail = useQuery(useTRPC().account.trail.queryOptions());
  if (trail.error)
    return <CallFailure title="Recent activity could not be loaded." query={trail} />;
  if (!trail.data) return <Loading label="Loading what happened" rows={3} columns={2} />;
  if (trail.data.length === 0) return <p className="text-sm text-muted">Nothing so far.</p>;
  return (
    <ol
      aria-label="Recent activity"
      // Nothing in it takes the focus, and it scrolls by the keyboard, too.
      tabIndex={0}
      className="grid max-h-96 w-full divide-y overflow-y-auto text-sm"
    >
      {trail.data.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
          <span className="grow basis-48 text-pretty">
            {wordsForTrail(entry)}
            {entry.by !== null && <span className="text-muted"> by {entry.by}</span>}
          </span>
          <span className="text-xs text-muted">
            {entry.remoteAddress !== '' && (
              <span className="wrap-anywhere">from {entry.remoteAddress}, </span>
            )}
            <DateTime value={entry.lastAt ?? entry.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
