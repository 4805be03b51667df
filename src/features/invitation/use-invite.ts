'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InvitationMail } from '@/domain/invitation/invitation';
import type { PersonRole } from '@/domain/roles/permissions';
import { useTRPC } from '@/trpc/client';
import { inviteRefusalOf } from './invite-refusal';

/** What came of inviting one address. */
export type InviteOutcome = MadeInvitation | { readonly email: string; readonly problem: string };

export interface MadeInvitation {
  readonly email: string;
  /** Null where the identity provider mails a link of its own. */
  readonly link: string | null;
  readonly mail: InvitationMail;
}

/** Each waits for a mail server; more at once would only queue up there. */
const AT_ONCE = 3;

/** Invites addresses, a few at a time: one that is refused leaves the others alone. */
export function useInvite(idpOrgId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[] | null>(null);
  const { mutateAsync: create } = useMutation(trpc.invitation.create.mutationOptions());

  const inviteOne = async (email: string, role: PersonRole): Promise<InviteOutcome> => {
    try {
      const made = await create({ idp_org_id: idpOrgId, body: { email, role } });
      return { email, link: made.accept_url, mail: made.mail };
    } catch (error) {
      return { email, problem: inviteRefusalOf(error, 'Not invited.') };
    }
  };
  const send = async (emails: readonly string[], role: PersonRole) => {
    const found = new Map<string, InviteOutcome>();
    const waiting = [...emails];
    setProgress({ done: 0, of: emails.length });
    const work = async () => {
      for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
        found.set(email, await inviteOne(email, role));
        setProgress({ done: found.size, of: emails.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setProgress(null);
    setOutcomes(emails.flatMap((email) => found.get(email) ?? []));
    await queryClient.invalidateQueries(trpc.invitation.list.pathFilter());
  };
  return { progress, outcomes, send, reset: () => setOutcomes(null) };
}
