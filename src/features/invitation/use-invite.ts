'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PersonRole } from '@/domain/roles/permissions';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';

/** What came of inviting one address. */
export type InviteOutcome =
  | { readonly email: string; readonly link: string }
  | { readonly email: string; readonly problem: string };

/** Invites addresses one after the other: one that is refused leaves the others alone. */
export function useInvite(idpOrgId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[] | null>(null);
  const { mutateAsync: create } = useMutation(trpc.invitation.create.mutationOptions());

  const inviteOne = async (email: string, role: PersonRole): Promise<InviteOutcome> => {
    try {
      const made = await create({ idp_org_id: idpOrgId, body: { email, role } });
      return { email, link: made.accept_url };
    } catch (error) {
      return { email, problem: refusalOf(error, 'Not invited.') };
    }
  };
  const send = async (emails: readonly string[], role: PersonRole) => {
    setPending(true);
    const found: InviteOutcome[] = [];
    for (const email of emails) found.push(await inviteOne(email, role));
    setPending(false);
    setOutcomes(found);
    await queryClient.invalidateQueries(trpc.invitation.list.pathFilter());
  };
  return { pending, outcomes, send, reset: () => setOutcomes(null) };
}
