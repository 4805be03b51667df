'use client';

import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextLink } from '@/components/ui/text-link';
import { refusalOf } from '@/features/frame/refusal';
import { isOnlyAdmin } from '@/features/member/member-rows';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { Organization } from './organization-types';

/** The way out, for everybody but the only admin. */
export function LeaveOrganization({ organization }: { organization: Organization }) {
  const trpc = useTRPC();
  const idpOrgId = organization.idp_id;
  const session = useQuery(trpc.session.current.queryOptions());
  const members = useQuery(trpc.member.list.queryOptions({ idp_org_id: idpOrgId }));
  const [open, setOpen] = useState(false);
  const leave = useMutation({
    ...trpc.member.remove.mutationOptions(),
    onSuccess: () => window.location.assign('/'),
    onError: (error) => {
      setOpen(false);
      toast.error(refusalOf(error, 'You are still in the organization.'));
    },
  });
  const personId = session.data?.person.id;
  if (personId !== undefined && members.data && isOnlyAdmin(members.data, personId)) {
    return (
      <p className="text-sm text-muted">
        You are the only admin, so you cannot leave: nobody could manage the organization any more.
        Make somebody else an admin under <TextLink href="/settings/members">Members</TextLink>{' '}
        first, or delete the organization below.
      </p>
    );
  }
  return (
    <ConfirmDialog
      title={`Leave ${organization.name}?`}
      description={`You lose what you can see and do here at once. To come back you need a new invitation. API keys that you created go on working. ${wordsOnNext(session.data)}`}
      confirmLabel="Leave"
      open={open}
      onOpenChange={setOpen}
      pending={leave.isPending || leave.isSuccess}
      onConfirm={() => {
        if (personId !== undefined) leave.mutate({ idp_org_id: idpOrgId, user_id: personId });
      }}
      trigger={<Button disabled={personId === undefined}>Leave the organization</Button>}
    />
  );
}

/** Where the reader goes on. With several others it is the server that chooses. */
function wordsOnNext(session: Outputs['session']['current'] | undefined): string {
  const [other, ...more] = (session?.memberships ?? []).filter(
    ({ organizationId }) => organizationId !== session?.active?.organizationId,
  );
  if (!other) return 'You belong to no other organization.';
  return more.length > 0
    ? 'You go on in another of your organizations.'
    : `You go on in ${other.organizationName}.`;
}
