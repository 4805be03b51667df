'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import { useDirectoryWords } from './directory';
import { KeysChoice } from './keys-choice';
import type { MemberRow } from './member-rows';

/** Takes somebody else out of the organization. Oneself leaves under Organization. */
export function RemoveMember({ member }: { member: MemberRow }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { removal } = useDirectoryWords();
  const [open, setOpen] = useState(false);
  const [revoke, setRevoke] = useState(true);
  const remove = useMutation({
    ...trpc.member.remove.mutationOptions(),
    onSuccess: async ({ name }) => {
      setOpen(false);
      toast.success(`${name} is no longer a member`);
      await queryClient.invalidateQueries(trpc.member.list.pathFilter());
    },
    onError: (error) => {
      setOpen(false);
      toast.error(refusalOf(error, `${member.name} is still a member.`));
    },
  });
  if (member.isReader || member.isOnlyAdmin) return null;
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      description={`${member.email} ${removal}`}
      choice={
        <KeysChoice userId={member.user_id} role={null} revoke={revoke} onChange={setRevoke} />
      }
      confirmLabel="Remove"
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate({
          idp_org_id: member.idpOrgId,
          user_id: member.user_id,
          revoke_keys: revoke ? 'true' : 'false',
        })
      }
      trigger={
        <Button variant="danger-quiet" size="sm" aria-label={`Remove ${member.name}`}>
          Remove
        </Button>
      }
    />
  );
}
