'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { PlanFields, type PlanFaults } from '../fields';
import { plansHref } from '../params';
import type { PlanDetail } from '../query';
import type { PlanSubject } from '../types';
import { faultsIn, toTerms, valuesOf } from '../values';
import { softwareWords } from '../words';

interface PlanActionsProps {
  plan: PlanDetail;
  subject: PlanSubject;
}

/** Offers to change and to delete a plan, to those who may. */
export function PlanActions({ plan, subject }: PlanActionsProps) {
  return (
    <>
      {plan.may.change && <ChangePlan plan={plan} subject={subject} />}
      {plan.may.delete && <DeletePlan plan={plan} />}
    </>
  );
}

/** Reads the page anew, and the lists when they are looked at. */
function useRefresh() {
  const router = useRouter();
  const queries = useQueryClient();
  const { plan } = useTRPC();
  return () => {
    router.refresh();
    void queries.invalidateQueries(plan.pathFilter());
  };
}

function ChangePlan({ plan, subject }: PlanActionsProps) {
  const form = useId();
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState(() => valuesOf(plan));
  const [faults, setFaults] = useState<PlanFaults>({});
  const refresh = useRefresh();
  const change = useMutation({
    ...useTRPC().plan.change.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      refresh();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultsIn(values);
    setFaults(found);
    if (Object.keys(found).length > 0 || change.isPending) return;
    change.mutate({ id: plan.id, body: toTerms(values) });
  };
  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={(opened) => {
        setOpen(opened);
        if (opened) setValues(valuesOf(plan));
        setFaults({});
        change.reset();
      }}
      trigger={<Button>Change</Button>}
      title="Change the plan"
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={form} loading={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <FormProblem>
          {change.error && refusalOf(change.error, 'The plan was not changed.')}
        </FormProblem>
        <PlanFields
          subject={subject}
          values={values}
          faults={faults}
          onChange={(changes) => setValues((known) => ({ ...known, ...changes }))}
        />
      </form>
    </Dialog>
  );
}

function DeletePlan({ plan }: { plan: PlanDetail }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const refresh = useRefresh();
  const remove = useMutation({
    ...useTRPC().plan.delete.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      toast('The plan is deleted');
      router.replace(plansHref());
      refresh();
    },
    onError: (error) => toast.error(refusalOf(error, 'The plan could not be deleted.')),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger-quiet">Delete</Button>}
      title={`Delete the plan for ${softwareWords(plan)}?`}
      description="The plan and its progress go. What scans found stays."
      confirmLabel="Delete the plan"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: plan.id })}
    />
  );
}
