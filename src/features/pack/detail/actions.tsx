'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Pack } from '../types';

interface SignProps {
  readonly pack: Pack;
}

/** Offers what is still to be signed, to those who may. */
export function SignActions({ pack }: SignProps) {
  const mayReview = useMay('pack:write');
  const mayApprove = useMay('pack:approve');
  const isSigned = (signer: 'reviewer' | 'approver') =>
    pack.signatures.some((one) => one.signer === signer);
  return (
    <>
      {mayReview && !isSigned('reviewer') && <SignAsReviewer pack={pack} />}
      {mayApprove && !isSigned('approver') && <SignAsApprover pack={pack} />}
    </>
  );
}

/** Keeps the pack on the page up to date. */
function useSigned(onDone: () => void) {
  const queries = useQueryClient();
  return {
    onSuccess: async () => {
      onDone();
      toast.success('The pack is signed');
      await queries.invalidateQueries();
    },
  };
}

function SignAsReviewer({ pack }: SignProps) {
  const [open, setOpen] = useState(false);
  const sign = useMutation({
    ...useTRPC().pack.confirm.mutationOptions(),
    ...useSigned(() => setOpen(false)),
  });
  return (
    <SignDialog
      {...{ open, setOpen, sign }}
      label="Sign as reviewer"
      title="Sign that you have reviewed it?"
      onSign={(note) => sign.mutate({ id: pack.id, signer: 'reviewer', note })}
    />
  );
}

function SignAsApprover({ pack }: SignProps) {
  const [open, setOpen] = useState(false);
  const sign = useMutation({
    ...useTRPC().pack.approve.mutationOptions(),
    ...useSigned(() => setOpen(false)),
  });
  return (
    <SignDialog
      {...{ open, setOpen, sign }}
      label="Sign as approver"
      title="Sign that you approve it?"
      onSign={(note) => sign.mutate({ id: pack.id, signer: 'approver', note })}
    />
  );
}

interface SignDialogProps {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly sign: {
    readonly error: Parameters<typeof refusalOf>[0] | null;
    readonly isPending: boolean;
    readonly reset: () => void;
  };
  readonly label: string;
  readonly title: string;
  readonly onSign: (note: string | null) => void;
}

function SignDialog({ open, setOpen, sign, label, title, onSign }: SignDialogProps) {
  const [note, setNote] = useState('');
  return (
    <Dialog
      title={title}
      description="Your name and the time go with the pack for good, and into the audit log. The reviewer and the approver are two people."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        sign.reset();
      }}
      trigger={<Button>{label}</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={sign.isPending}
            onClick={() => onSign(note.trim() || null)}
          >
            Sign
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>
          {sign.error !== null && refusalOf(sign.error, 'The pack was not signed.')}
        </FormProblem>
        <Field label="Note" hint="Optional. What you looked at, or what you ask for.">
          <Textarea
            value={note}
            maxLength={1_000}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
