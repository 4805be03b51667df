'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { WaiverDetail } from '../types';
import { grantWords, softwareOf } from '../words';
import { NoteField } from './fields';

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
          ? `If you grant it, no policy ${grantWords(waiver)}.`
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
