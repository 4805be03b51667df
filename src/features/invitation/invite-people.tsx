'use client';

import { useState } from 'react';
import { UserPlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { InviteForm } from './invite-form';
import { InviteOutcome } from './invite-outcome';
import { useInvite } from './use-invite';

/** Invites one address or several, and shows their links once. */
export function InvitePeople({ idpOrgId }: { idpOrgId: string }) {
  const [open, setOpen] = useState(false);
  const invite = useInvite(idpOrgId);
  const isDone = invite.outcomes !== null;
  return (
    <Dialog
      title={isDone ? 'Invited' : 'Invite people'}
      description={
        isDone
          ? 'Give each person their link: it is shown this once.'
          : 'Each address gets a link of its own, to join with an account that has this address.'
      }
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) invite.reset();
      }}
      trigger={
        <Button variant="primary">
          <UserPlus aria-hidden />
          Invite people
        </Button>
      }
    >
      {invite.outcomes ? (
        <InviteOutcome outcomes={invite.outcomes} onClose={() => setOpen(false)} />
      ) : (
        <InviteForm pending={invite.pending} onInvite={invite.send} />
      )}
    </Dialog>
  );
}
