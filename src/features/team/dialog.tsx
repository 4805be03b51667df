'use client';

import { useState, type ReactNode } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { TeamForm } from './form';
import { bodyOf } from './schema';

/** Creates a team in a dialog, which is open to begin with, and goes to its page. */
export function CreateTeam({ trigger }: { readonly trigger: ReactNode }) {
  const [open, setOpen] = useState(true);
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const create = useMutation({
    ...trpc.team.create.mutationOptions(),
    onSuccess: async ({ id, name }) => {
      setOpen(false);
      toast.success(`${name} was created`);
      router.push(hrefs.team(id));
      await queries.invalidateQueries(trpc.team.pathFilter());
    },
  });
  return (
    <Dialog
      title="Create a team"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        create.reset();
      }}
      trigger={trigger}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form="create-team" variant="primary" loading={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>{create.error && refusalOf(create.error, 'It was not created.')}</FormProblem>
        <TeamForm
          id="create-team"
          known={null}
          onEntered={(entered) => create.mutate({ body: bodyOf(entered) })}
        />
      </div>
    </Dialog>
  );
}
