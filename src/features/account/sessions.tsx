'use client';

import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { Loading } from '@/components/feedback/loading';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CallFailure } from '@/features/frame/call-failure';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import { SessionRow } from './session-row';

/** Where the reader is signed in, each with the way out. */
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
