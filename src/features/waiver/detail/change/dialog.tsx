'use client';

import { useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import type { Day } from '@/domain/eol/calendar';
import { ChangeForm } from '@/features/waiver/form/fields';
import { changeBodyOf } from '@/features/waiver/form/schema';
import type { WaiverDetail } from '@/features/waiver/types';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';

const CHANGE_FORM = 'change-waiver';

export interface ChangeDialogProps {
  readonly waiver: WaiverDetail;
  readonly today: Day;
  readonly trigger: ReactNode;
}

/**
 * Changes what is said of a waiver, in a dialog that is open to begin with; of one that was granted only what makes it no
 * larger.
 */
export function ChangeDialog({ waiver, today, trigger }: ChangeDialogProps) {
  const [open, setOpen] = useState(true);
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
      trigger={trigger}
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
