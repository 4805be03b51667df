'use client';

import { useState } from 'react';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import { refusalOf, ROLE_NAMES } from '@/features/frame/words';
import { useDirectoryWords } from '@/features/invitation/words';
import { useTRPC } from '@/trpc/client';
import type { MemberRow } from './table';

const OPTIONS = PERSON_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

/** Changes a member's role in place; demoting an admin is confirmed first. */
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
      // This page depends on the reader's role: it is loaded again.
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

/** Removes another member; readers themselves leave under Organization. */
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

/** Of somebody who is removed with their keys. */
const INVITATIONS_GO = 'Invitations that they sent and nobody has accepted are revoked as well.';

interface KeysChoiceProps {
  readonly userId: string;
  /** The new role; null when the member is removed. */
  readonly role: PersonRole | null;
  readonly revoke: boolean;
  readonly onChange: (revoke: boolean) => void;
}

/**
 * Lists the keys with more rights than the member keeps, and of one who is removed their feeds, and asks whether to
 * revoke them; open invitations go the same way.
 */
function KeysChoice({ userId, role, revoke, onChange }: KeysChoiceProps) {
  const trpc = useTRPC();
  const keys = useQuery(trpc.member.keys.queryOptions({ userId, role }));
  const feeds = useQuery({
    ...trpc.feedToken.list.queryOptions(),
    enabled: role === null,
    select: (all) => all.filter(({ created_by_user_id: id }) => id === userId),
  });
  if (keys.isPending || feeds.isLoading)
    return <p className="text-sm text-muted">Looking for their API keys …</p>;
  if (keys.error || feeds.error) return <Unknown />;
  const known = [
    ...keys.data.map(({ role: of, ...key }) => ({ ...key, what: ROLE_NAMES[of].toLowerCase() })),
    ...(feeds.data ?? []).map(({ label, ...feed }) => ({ ...feed, name: label, what: 'feed' })),
  ];
  if (known.length === 0)
    return (
      <p className="text-sm text-muted">
        No API key of theirs is left.{role === null && ` ${INVITATIONS_GO}`}
      </p>
    );
  return (
    <div className="grid gap-2 text-sm">
      <p>
        {feeds.data?.length ? 'API keys and feeds' : 'API keys'} that they created and may know:
      </p>
      <ul aria-label="API keys" className="max-h-40 list-disc overflow-y-auto pl-5">
        {known.map(({ id, name, what, prefix }) => (
          <li key={id} className="wrap-anywhere">
            {name} <span className="text-muted">({what}, </span>
            <code className="font-mono text-xs">{prefix}</code>
            <span className="text-muted">)</span>
          </li>
        ))}
      </ul>
      <Checkbox
        label={known.length === 1 ? 'Revoke it' : 'Revoke them all'}
        checked={revoke}
        onCheckedChange={(checked) => onChange(checked)}
      />
      {!revoke && <p className="text-muted">They go on working, and are marked in the settings.</p>}
      {revoke && role === null && <p className="text-muted">{INVITATIONS_GO}</p>}
    </div>
  );
}

function Unknown() {
  return (
    <p className="text-sm text-muted">
      Their API keys could not be loaded. Those that go on working are marked under API keys.
    </p>
  );
}
