'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailQuestionMark } from 'lucide-react';
import { toast } from '@/components/ui/toast';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { Account } from './account-types';

/** An address that has not been confirmed yet. */
export function PendingEmail({ pending }: { pending: NonNullable<Account['pendingEmail']> }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    ...trpc.account.cancelEmailChange.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.account.get.pathFilter()),
    onError: (error) => toast.error(refusalOf(error, 'The change was not taken back.')),
  });
  return (
    <div
      role="status"
      className="flex w-full max-w-md flex-wrap items-start gap-x-3 gap-y-2 rounded-md border bg-sunken px-3 py-2 text-sm"
    >
      <MailQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <p className="min-w-0 grow basis-48 text-pretty">
        Waiting for <strong className="font-medium wrap-anywhere">{pending.email}</strong> to be
        confirmed. The link in the mail holds until <DateTime value={pending.expiresAt} />.
      </p>
      <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Take back
      </Button>
    </div>
  );
}
