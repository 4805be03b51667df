'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { parseDay } from '@/domain/eol/calendar';
import { FormProblem } from '@/features/frame/form-problem';
import { requestIdOf, statusOf } from '@/trpc/query-client';
import type { OwnDateEditorProps } from './actions';
import { useOwnDates } from './query';

export interface OwnDateDialogProps extends OwnDateEditorProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for a day and the reason for it. */
export function OwnDateDialog({ product, cycle, current, open, onOpenChange }: OwnDateDialogProps) {
  const form = useId();
  const [errors, setErrors] = useState<{ endsOn?: string; reason?: string }>({});
  const { set, setting, setError } = useOwnDates();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const endsOn = String(entered.get('endsOn'));
    const reason = String(entered.get('reason')).trim();
    const found = {
      ...(parseDay(endsOn) === null && { endsOn: 'Enter a day.' }),
      ...(reason === '' && { reason: 'Say why, for whoever looks at it later.' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    set({ product, cycle: cycle.name, ends_on: endsOn, reason }, current, () =>
      onOpenChange(false),
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Your own date for ${product} ${cycle.label}`}
      description="It counts in the place of the catalog's, in your organization alone: in lists, policies, scans and answers."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={form} loading={setting}>
            Set the date
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <FormProblem>{setError && problemOf(setError)}</FormProblem>
        <Field label="Supported until" error={errors.endsOn}>
          <Input
            name="endsOn"
            type="date"
            defaultValue={current?.ends_on}
            max="9999-12-31"
            // What was said of an empty field is not true of a filled one.
            onChange={() => setErrors(({ endsOn: _, ...others }) => others)}
          />
        </Field>
        <Field label="Reason" hint="Such as the contract that it comes from." error={errors.reason}>
          <Textarea name="reason" rows={3} maxLength={1_000} defaultValue={current?.reason} />
        </Field>
      </form>
    </Dialog>
  );
}

function problemOf(error: unknown): string {
  if (statusOf(error) === 409) {
    return 'Your organization has as many dates of its own as there can be. Clear one first.';
  }
  const id = requestIdOf(error);
  return `The date was not set, and nothing was changed.${id === null ? '' : ` Request ${id}.`}`;
}
