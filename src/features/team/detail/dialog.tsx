'use client';

import { useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { TeamForm } from '../form';
import { bodyOf } from '../schema';

export interface ChangeTeamProps {
  readonly team: Outputs['team']['get'];
  readonly trigger: ReactNode;
}

/** Changes a team in a dialog, which is open to begin with. */
export function ChangeTeam({ team, trigger }: ChangeTeamProps) {
  const { id, name } = team;
  const [open, setOpen] = useState(true);
  const queries = useQueryClient();
  const patch = useMutation({
    ...useTRPC().team.patch.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      // Owners are shown on most pages, and narrow their lists.
      await queries.invalidateQueries();
    },
  });
  return (
    <Dialog
      title={`Change ${name}`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        patch.reset();
      }}
      trigger={trigger}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form="change-team" variant="primary" loading={patch.isPending}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>{patch.error && refusalOf(patch.error, 'Nothing was changed.')}</FormProblem>
        <TeamForm
          id="change-team"
          known={team}
          onEntered={(entered) => patch.mutate({ id, body: bodyOf(entered) })}
        />
      </div>
    </Dialog>
  );
}
