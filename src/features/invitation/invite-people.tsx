'use client';

import { useState } from 'react';
import { UserPlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { InviteForm } from './invite-form';
import { InviteOutcome } from './invite-outcome';
import { useDirectoryWords } from '@/features/member/directory';
import { wordsForOutcome } from './outcome-words';
import { useInvite } from './use-invite';

export interface InvitePeopleProps {
  readonly idpOrgId: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
}

/** Invites one address or several; says what was mailed, and shows the links once. */
export function InvitePeople({ idpOrgId, sendsMail }: InvitePeopleProps) {
  const [open, setOpen] = useState(false);
  const { inviting } = useDirectoryWords();
  const invite = useInvite(idpOrgId);
  // What came of it while the dialog was closed is shown when it opens again: there are links in it.
  const [seen, setSeen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (next && seen) invite.reset();
    setSeen(!next && invite.outcomes !== null);
  };
  const words = invite.outcomes
    ? wordsForOutcome(invite.outcomes)
    : wordsBefore(sendsMail, inviting);
  return (
    <Dialog
      {...words}
      open={open}
      onOpenChange={change}
      trigger={
        <Button variant="primary">
          <UserPlus aria-hidden />
          Invite people
        </Button>
      }
    >
      {invite.outcomes ? (
        <InviteOutcome outcomes={invite.outcomes} onClose={() => change(false)} />
      ) : (
        <InviteForm progress={invite.progress} onInvite={invite.send} />
      )}
    </Dialog>
  );
}

function wordsBefore(sendsMail: boolean, inviting: string | null) {
  return {
    title: 'Invite people',
    description: inviting ?? describeInviting(sendsMail),
  };
}

function describeInviting(sendsMail: boolean): string {
  return sendsMail
    ? 'Each address is mailed a link of its own, to join with an account that has this address.'
    : 'No mail is sent here: each address gets a link of its own, for you to pass on. It is to join with an account that has this address.';
}
