'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Select } from '@/components/ui/select';
import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import { refusalOf } from '@/features/frame/refusal';
import { ROLE_NAMES } from '@/features/frame/role-words';
import { useTRPC } from '@/trpc/client';
import { KeysChoice } from './keys-choice';
import type { MemberRow } from './member-rows';

const OPTIONS = PERSON_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

/** A member's role, to be changed in place. Taking the role of an admin away is asked for first. */
export function MemberRole({ member }: { member: MemberRow }) {
  const [givenUpFor, setGivenUpFor] = useState<PersonRole | null>(null);
  const [revokeKeys, setRevokeKeys] = useState(true);
  const change = useChangeRole(member, () => setGivenUpFor(null));
  const choose = (role: PersonRole) => {
    if (role === member.role) return;
    if (member.role === 'admin') setGivenUpFor(role);
    else change.mutate({ userId: member.user_id, role });
  };
  return (
    <>
      <Select
        options={OPTIONS}
        value={change.isPending ? change.variables.role : member.role}
        onChange={choose}
        disabled={member.isOnlyAdmin || change.isPending}
        aria-label={`Role of ${member.name}`}
        className="h-7 w-28"
      />
      {givenUpFor !== null && (
        <ConfirmDialog
          {...wordsFor(member, ROLE_NAMES[givenUpFor].toLowerCase())}
          choice={
            <KeysChoice
              userId={member.user_id}
              role={givenUpFor}
              revoke={revokeKeys}
              onChange={setRevokeKeys}
            />
          }
          open
          onOpenChange={() => setGivenUpFor(null)}
          pending={change.isPending}
          onConfirm={() => change.mutate({ userId: member.user_id, role: givenUpFor, revokeKeys })}
        />
      )}
    </>
  );
}

function wordsFor({ isReader, name }: MemberRow, role: string) {
  return isReader
    ? {
        title: `Become a ${role} yourself?`,
        description:
          'You can no longer manage keys, members or policies here. Another admin has to give you the role back.',
        confirmLabel: 'Change my role',
      }
    : {
        title: `Make ${name} a ${role}?`,
        description: `${name} can no longer manage keys, members or policies here.`,
        confirmLabel: 'Change the role',
      };
}

function useChangeRole(member: MemberRow, onSettled: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.member.changeRole.mutationOptions(),
    onSuccess: async ({ name, role }) => {
      // What this page offers depends on the reader's role: it begins anew.
      if (member.isReader) window.location.reload();
      await queryClient.invalidateQueries(trpc.member.list.pathFilter());
      toast.success(`${name} is ${withArticle(ROLE_NAMES[role].toLowerCase())} now`);
    },
    onError: (error) => toast.error(refusalOf(error, `The role of ${member.name} stays.`)),
    onSettled,
  });
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
