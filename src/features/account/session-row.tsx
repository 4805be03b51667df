'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { OwnSession } from './account-types';
import { deviceWords } from './device-words';

/** One browser in which the reader is signed in. */
export function SessionRow({ session }: { session: OwnSession }) {
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
