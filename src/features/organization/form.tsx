'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PART_IS_GONE } from '@/features/frame/failed-part';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';

/** Opens the dialog that creates an organization. */
export function AnotherOrganization() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Create an organization
      </Button>
      <CreateOrganization open={open} onOpenChange={setOpen} />
    </>
  );
}

const FORM_ID = 'create-organization';

export interface CreateOrganizationProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates an organization and switches to it. */
export function CreateOrganization({ open, onOpenChange }: CreateOrganizationProps) {
  const [nameProblem, setNameProblem] = useState<string | null>(null);
  const { create, enter } = useCreate();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const rules = await import('@/features/auth/schema').catch(() => null);
    if (rules === null) return setNameProblem(PART_IS_GONE);
    const { name, problem } = rules.checkDisplayName(entered.get('name'));
    setNameProblem(problem);
    const idpId = entered.get('idpId');
    if (name === null) return;
    create.mutate({ name, idpId: typeof idpId === 'string' && idpId ? idpId : null });
  };
  return (
    <Dialog
      title="Create an organization"
      description="You become its admin. Its images, people and keys are separate from those of other organizations."
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            loading={create.isPending || enter.isPending || enter.isSuccess}
          >
            Create and switch to it
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={(event) => void submit(event)} className="grid gap-4">
        <FormProblem>
          {create.error && refusalOf(create.error, 'The organization was not created.')}
          {enter.error && 'It was created, but could not be opened. Reload, then switch to it.'}
        </FormProblem>
        <Field label="Name" error={nameProblem}>
          <Input name="name" autoComplete="off" maxLength={255} autoFocus />
        </Field>
        <Field
          label="Id at the identity provider"
          hint="The API calls it idp_id. Leave empty to have one made."
        >
          <Input name="idpId" autoComplete="off" maxLength={255} spellCheck={false} />
        </Field>
      </form>
    </Dialog>
  );
}

function useCreate() {
  const trpc = useTRPC();
  const enter = useMutation({
    ...trpc.session.switchOrganization.mutationOptions(),
    // A full load: nothing that was read for this organization stays around.
    onSuccess: () => window.location.assign(hrefs.start),
  });
  const create = useMutation({
    ...trpc.organization.createOwn.mutationOptions(),
    onSuccess: ({ id }) => enter.mutate({ organizationId: id }),
  });
  return { create, enter };
}
