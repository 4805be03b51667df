'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { SetCompanion } from './form';
import type { Companion } from './types';

/** Buttons of a companion: to pull now, to change it, to end it. */
export function CompanionActions({ companion }: { readonly companion: Companion }) {
  return (
    <>
      <PullNow />
      <SetCompanion companion={companion} />
      <EndCompanion />
    </>
  );
}

function PullNow() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const pull = useMutation({
    ...trpc.companion.pull.mutationOptions(),
    onSuccess: async () => {
      toast.success('A pull begins within seconds');
      await queryClient.invalidateQueries(trpc.companion.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'Nothing is pulled.')),
  });
  return (
    <Button loading={pull.isPending} onClick={() => pull.mutate()}>
      <RefreshCw aria-hidden />
      Pull now
    </Button>
  );
}

function EndCompanion() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutation({
    ...trpc.companion.delete.mutationOptions(),
    onSuccess: async () => {
      toast.success('Nothing is pulled any more');
      await queryClient.invalidateQueries(trpc.companion.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'Nothing was changed.')),
  });
  return (
    <ConfirmDialog
      title="Stop pulling from this Dependency-Track?"
      description="Its address, the key and what is known of its projects are forgotten. The images that were pulled stay as they were last, until a rule retires them: its days count from now."
      confirmLabel="Stop pulling"
      pending={end.isPending}
      onConfirm={() => end.mutate()}
      trigger={<Button>Stop…</Button>}
    />
  );
}
