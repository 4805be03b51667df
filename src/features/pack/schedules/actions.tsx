'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { PACK_PERIODS, PERIOD_WORDS, type PackPeriod } from '@/domain/pack/schedule';
import { PACK_TEMPLATES, TEMPLATE_TITLES, type TemplateName } from '@/domain/pack/templates';
import type { Schedule } from '@/features/pack/types';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';

const PERIODS = PACK_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }));

/** Reads the schedules again once one has changed. */
function useReadAgain() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries(trpc.pack.schedules.pathFilter());
}

/**
 * Offers to have packs made of a template that has no schedule.
 * @param taken templates that have one
 */
export function AddSchedule({ taken }: { taken: ReadonlySet<TemplateName> }) {
  const free = PACK_TEMPLATES.filter((one) => !taken.has(one));
  const [open, setOpen] = useState(false);
  const [chosen, setTemplate] = useState<TemplateName | null>(null);
  const [period, setPeriod] = useState<PackPeriod>('monthly');
  const readAgain = useReadAgain();
  const add = useMutation({
    ...useTRPC().pack.schedule.mutationOptions(),
    onSuccess: async () => {
      await readAgain();
      setOpen(false);
      setTemplate(null);
    },
  });
  const template = chosen !== null && free.includes(chosen) ? chosen : free[0];
  if (template === undefined) return null;
  return (
    <Dialog
      title="Schedule evidence packs"
      description="One is made early on the first day of each month or quarter, and admins are told."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        add.reset();
      }}
      trigger={<Button>Schedule packs</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={add.isPending}
            onClick={() => add.mutate({ body: { template, period } })}
          >
            Schedule them
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>{add.error && refusalOf(add.error, 'The schedule was not made.')}</FormProblem>
        <Field label="Asked for by">
          <Select
            options={free.map((value) => ({ value, label: TEMPLATE_TITLES[value] }))}
            value={template}
            onChange={setTemplate}
          />
        </Field>
        <Field label="How often">
          <Select options={PERIODS} value={period} onChange={setPeriod} />
        </Field>
      </div>
    </Dialog>
  );
}

/** Pauses a schedule or goes on with it, changes how often it makes packs, and deletes it. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { id, paused, period, template } = schedule;
  const title = TEMPLATE_TITLES[template];
  const readAgain = useReadAgain();
  const [isAsking, setAsking] = useState(false);
  const { pack } = useTRPC();
  const onError = () => toast.error('The schedule was not changed. Try again.');
  const change = useMutation({
    ...pack.changeSchedule.mutationOptions(),
    onSuccess: readAgain,
    onError,
  });
  const remove = useMutation({
    ...pack.deleteSchedule.mutationOptions(),
    onSuccess: async () => {
      await readAgain();
      setAsking(false);
    },
    onError,
  });
  const other = period === 'monthly' ? 'quarterly' : 'monthly';
  return (
    <span className="flex flex-wrap gap-2" data-print="hide">
      <Button
        aria-label={`${PERIOD_WORDS[other]} instead: ${title}`}
        disabled={change.isPending}
        onClick={() => change.mutate({ id, body: { period: other } })}
      >
        {PERIOD_WORDS[other]} instead
      </Button>
      <Button
        aria-label={`${paused ? 'Go on' : 'Pause'}: ${title}`}
        disabled={change.isPending}
        onClick={() => change.mutate({ id, body: { paused: !paused } })}
      >
        {paused ? 'Go on' : 'Pause'}
      </Button>
      <ConfirmDialog
        title={`Delete the schedule for ${title}?`}
        description="The packs that it made stay: they are never deleted."
        confirmLabel="Delete the schedule"
        open={isAsking}
        onOpenChange={setAsking}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        trigger={<Button aria-label={`Delete: ${title}`}>Delete</Button>}
      />
    </span>
  );
}
