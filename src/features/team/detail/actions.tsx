'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { useLate } from '@/features/frame/late';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Team = Outputs['team']['get'];

const loadDialog = () => import('./dialog');

/** Reads everything again: owners are shown on most pages, and narrow their lists. */
function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}

/** Changes a team. */
export function ChangeTeam({ team }: { team: Team }) {
  const { code, opener } = useLate(loadDialog);
  const button = <Button {...(code ? {} : opener)}>Change</Button>;
  return code ? <code.ChangeTeam team={team} trigger={button} /> : button;
}

/** Deletes a team, once that is confirmed. */
export function DeleteTeam({ team: { id, name, projects } }: { team: Team }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const remove = useMutation({
    ...useTRPC().team.delete.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      toast.success(`${name} was deleted`);
      router.replace(hrefs.teams);
      void queries.invalidateQueries({ refetchType: 'none' });
    },
    onError: (error) => {
      setOpen(false);
      toast.error(refusalOf(error, `${name} was not deleted.`));
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      description={`Rules that name it, its saved views and plans for what it owns go with it. The other rules then decide who owns its ${countOf(projects, 'project')}; without one, nobody does.`}
      confirmLabel="Delete team"
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
      trigger={<Button variant="danger-quiet">Delete team</Button>}
    />
  );
}

/** Puts a member of the organization into a team. */
export function AddPerson({ team, idpOrgId }: { team: Team; idpOrgId: string }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const members = useQuery(trpc.member.list.queryOptions({ idp_org_id: idpOrgId }));
  const add = useMutation({
    ...trpc.team.addMember.mutationOptions(),
    onSuccess: refresh,
    onError: (error) => toast.error(refusalOf(error, 'Nobody was added.')),
  });
  const inTeam = new Set(team.members.map(({ user_id: id }) => id));
  const others = (members.data ?? []).filter(({ user_id: id }) => !inTeam.has(id));
  if (others.length === 0) return null;
  return (
    <div>
      <SelectFilter
        label="Add a person"
        allLabel="Nobody"
        options={others.map(({ user_id: value, name, email }) => ({
          value,
          label: `${name} (${email})`,
        }))}
        value={null}
        onChange={(userId) => {
          if (userId !== null) add.mutate({ id: team.id, user_id: userId });
        }}
      />
    </div>
  );
}

export interface RemovePersonProps {
  team: Team;
  person: Team['members'][number];
}

/** Takes a person out of a team. What the team owns stays its own, so nothing is lost. */
export function RemovePerson({ team, person }: RemovePersonProps) {
  const refresh = useRefresh();
  const remove = useMutation({
    ...useTRPC().team.removeMember.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${person.name} is no longer in ${team.name}`);
      await refresh();
    },
    onError: (error) => toast.error(refusalOf(error, `${person.name} stays in ${team.name}.`)),
  });
  return (
    <Button
      size="sm"
      variant="danger-quiet"
      aria-label={`Take ${person.name} out of the team`}
      loading={remove.isPending}
      onClick={() => remove.mutate({ id: team.id, user_id: person.user_id })}
    >
      Remove
    </Button>
  );
}
