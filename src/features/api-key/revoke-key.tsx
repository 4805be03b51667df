'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { ApiKeyRow } from './api-key-rows';

/** Ends a key for good. */
export function RevokeKey({ apiKey }: { apiKey: ApiKeyRow }) {
  const { id, name, last_used_at: lastUsedAt } = apiKey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const revoke = useMutation({
    ...trpc.apiKey.revoke.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${name} is revoked`);
      await queryClient.invalidateQueries(trpc.apiKey.list.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, `${name} was not revoked.`)),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      description={
        <>
          Whatever uses it is refused from the next request on, for good. What it uploaded stays.{' '}
          {lastUsedAt === null ? (
            'It has never been used.'
          ) : (
            <>
              It was last used on <DateTime value={lastUsedAt} />.
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
        <Button size="sm" variant="danger-quiet" aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
    />
  );
}
