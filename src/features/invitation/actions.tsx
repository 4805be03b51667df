'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { InvitationLink } from './card';
import type { InvitationRow } from './table';
import { useDirectoryWords, inviteRefusalOf } from './words';

/** Renews or revokes an invitation that has not been accepted. */
export function InvitationActions({ invitation }: { invitation: InvitationRow }) {
  const { status } = invitation;
  if (status === 'accepted') return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      <NewLink invitation={invitation} />
      {status !== 'revoked' && <Revoke invitation={invitation} />}
    </span>
  );
}

function NewLink({ invitation }: { invitation: InvitationRow }) {
  const { email, role, idpOrgId, sendsMail } = invitation;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { renewal } = useDirectoryWords();
  const label = sendsMail ? 'Send again' : 'New link';
  const renew = useMutation({
    ...trpc.invitation.create.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.invitation.list.pathFilter()),
    onError: (error) =>
      toast.error(inviteRefusalOf(error, sendsMail ? 'Not sent again.' : 'No new link was made.')),
  });
  return (
    <>
      <Button
        size="sm"
        loading={renew.isPending}
        aria-label={`${label} for ${email}`}
        onClick={() => renew.mutate({ idp_org_id: idpOrgId, body: { email, role } })}
      >
        {label}
      </Button>
      <Dialog
        title={renew.data?.mail === 'sent' ? 'Sent again' : 'The new link'}
        description={renewal}
        open={renew.isSuccess}
        onOpenChange={() => renew.reset()}
        footer={
          <DialogClose>
            <Button variant="primary">Done</Button>
          </DialogClose>
        }
      >
        {renew.data && (
          <InvitationLink email={email} link={renew.data.accept_url} mail={renew.data.mail} />
        )}
      </Dialog>
    </>
  );
}

function Revoke({ invitation }: { invitation: InvitationRow }) {
  const { revocation } = useDirectoryWords();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const revoke = useMutation({
    ...trpc.invitation.revoke.mutationOptions(),
    onSuccess: async () => {
      toast.success(`The invitation of ${invitation.email} is revoked`);
      await queryClient.invalidateQueries(trpc.invitation.list.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'The invitation was not revoked.')),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Revoke the invitation of ${invitation.email}?`}
      description={revocation}
      confirmLabel="Revoke"
      open={open}
      onOpenChange={setOpen}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: invitation.id })}
      trigger={
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Revoke the invitation of ${invitation.email}`}
        >
          Revoke
        </Button>
      }
    />
  );
}
