'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { FeedTokenRow } from './types';

/** Revokes a feed token for good. */
export function RevokeFeed({ feed }: { readonly feed: FeedTokenRow }) {
  const { id, label, last_used_at: lastUsedAt } = feed;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const revoke = useMutation({
    ...trpc.feedToken.revoke.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${label} is revoked`);
      await queryClient.invalidateQueries(trpc.feedToken.list.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, `${label} was not revoked.`)),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${label}?`}
      description={
        <>
          Its calendar, feed and badge answer “not found” from the next request on, for good. A copy
          of the badge may be seen for five minutes more.{' '}
          {lastUsedAt === null ? (
            'They have never been read.'
          ) : (
            <>
              They were last read on <DateTime value={lastUsedAt} />.
            </>
          )}
        </>
      }
      confirmLabel="Revoke"
      open={open}
      onOpenChange={setOpen}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate({ id })}
      trigger={
        <Button size="sm" variant="danger-quiet" aria-label={`Revoke ${label}`}>
          Revoke
        </Button>
      }
    />
  );
}
