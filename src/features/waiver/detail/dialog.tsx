'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { MAX_WAIVER_TEXT } from '@/domain/waiver/waiver';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import { ChangeForm } from '../form/fields';
import { changeBodyOf } from '../form/schema';
import type { WaiverDetail } from '../types';
import { softwareOf, whereOf } from '../words';

export interface NoteFieldProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** Asks why; the answer stays in the waiver's history. */
export function NoteField({ value, onChange }: NoteFieldProps) {
  return (
    <Field label="Note" hint="Kept in its history. May be left empty.">
      <Textarea
        value={value}
        maxLength={MAX_WAIVER_TEXT}
        rows={2}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

const DECISIONS = {
  granted: { verb: 'Grant', done: 'Granted', variant: 'primary' },
  declined: { verb: 'Decline', done: 'Declined', variant: 'secondary' },
} as const;

export interface DecisionDialogProps {
  readonly waiver: WaiverDetail;
  readonly decision: keyof typeof DECISIONS;
}

/** Grants or declines what is asked for, in a dialog that says once more what that is. */
export function DecisionDialog({ waiver, decision }: DecisionDialogProps) {
  const { verb, done, variant } = DECISIONS[decision];
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const decide = useMutation({
    ...useTRPC().waiver.decide.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      toast.success(done);
    },
    // Also after a refusal: it may have been decided or changed meanwhile.
    onSettled: () => queries.invalidateQueries(),
  });
  const { id, version } = waiver;
  return (
    <Dialog
      title={`${verb} the waiver of ${softwareOf(waiver)}?`}
      description={
        decision === 'granted'
          ? `No policy denies it or warns of it until ${formatDay(waiver.ends_on)}, where it is found: ${whereOf(waiver)}.`
          : 'Nothing is waived. It stays in the list with its history.'
      }
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        decide.reset();
      }}
      trigger={<Button variant={variant}>{verb}</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={decide.isPending}
            onClick={() => decide.mutate({ id, decision, version, note: note.trim() || null })}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>{decide.error && refusalOf(decide.error, 'Nothing was decided.')}</FormProblem>
        <NoteField value={note} onChange={setNote} />
      </div>
    </Dialog>
  );
}

const CHANGE_FORM = 'change-waiver';

export interface ChangeDialogProps {
  readonly waiver: WaiverDetail;
  /** A UTC day. */
  readonly today: string;
}

/** Changes what is said of a waiver; of one that was granted only what makes it no larger. */
export function ChangeDialog({ waiver, today }: ChangeDialogProps) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const isGranted = waiver.state === 'granted';
  const change = useMutation({
    ...useTRPC().waiver.change.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      toast.success('Changed');
      await queries.invalidateQueries();
    },
  });
  return (
    <Dialog
      title={isGranted ? 'Shorten the waiver, or change who answers for it' : 'Change the waiver'}
      description={
        isGranted
          ? 'For a longer term or another reason, ask for another one.'
          : 'Whoever decides sees it as you change it. Links that were mailed hold no more.'
      }
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        change.reset();
      }}
      trigger={<Button>{isGranted ? 'Shorten' : 'Change'}</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={CHANGE_FORM} variant="primary" loading={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>{change.error && refusalOf(change.error, 'It was not changed.')}</FormProblem>
        <ChangeForm
          id={CHANGE_FORM}
          waiver={waiver}
          today={today}
          onEntered={(entered) =>
            change.mutate({ id: waiver.id, body: changeBodyOf(entered, waiver) })
          }
        />
      </div>
    </Dialog>
  );
}
