'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { parseDay } from '@/domain/eol/calendar';
import { MAX_PROMISE_NOTE, MAX_PROMISE_PRODUCT } from '@/domain/support-promise/outlives';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { SupportPromise } from '../types';

interface PromiseActionsProps {
  readonly projectId: string;
  readonly promise: SupportPromise | null;
}

/** Offers to promise support, to change the promise and to take it back, to those who may. */
export function PromiseActions({ projectId, promise }: PromiseActionsProps) {
  if (!useMay('promise:write')) return null;
  return (
    <>
      <SetPromise projectId={projectId} promise={promise} />
      {promise && <TakeBack projectId={projectId} />}
    </>
  );
}

function SetPromise({ projectId, promise }: PromiseActionsProps) {
  const [open, setOpen] = useState(false);
  const [until, setUntil] = useState(promise?.promised_until ?? '');
  const [product, setProduct] = useState(promise?.product_name ?? '');
  const [note, setNote] = useState(promise?.note ?? '');
  const [isTried, setIsTried] = useState(false);
  const { supportPromise } = useTRPC();
  const queries = useQueryClient();
  const save = useMutation({
    ...supportPromise.set.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      toast.success('The promise is saved');
      await queries.invalidateQueries(supportPromise.pathFilter());
    },
  });
  const day = parseDay(until);
  const label = promise ? 'Change the promise' : 'Promise support';
  return (
    <Dialog
      title={label}
      description="The last day on which the product is supported, as customers are told."
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setUntil(promise?.promised_until ?? '');
        setProduct(promise?.product_name ?? '');
        setNote(promise?.note ?? '');
        setIsTried(false);
        save.reset();
      }}
      trigger={<Button variant={promise ? 'secondary' : 'primary'}>{label}</Button>}
      footer={
        <>
          <DialogClose>
            <Button disabled={save.isPending}>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={save.isPending}
            onClick={() => {
              setIsTried(true);
              if (day === null) return;
              const said = { product_name: product.trim() || null, note: note.trim() || null };
              save.mutate({ id: projectId, body: { promised_until: day, ...said } });
            }}
          >
            Save the promise
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>
          {save.error && refusalOf(save.error, 'The promise was not saved.')}
        </FormProblem>
        <Field
          label="Supported until"
          required
          error={isTried && day === null ? 'Enter the last day of support.' : null}
        >
          <Input type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
        </Field>
        <Field
          label="Product"
          hint="What customers know it as. Leave empty for the project’s name."
        >
          <Input
            value={product}
            maxLength={MAX_PROMISE_PRODUCT}
            onChange={({ target }) => setProduct(target.value)}
          />
        </Field>
        <Field label="Note" hint="Optional. Where it is promised, say.">
          <Textarea
            value={note}
            maxLength={MAX_PROMISE_NOTE}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}

function TakeBack({ projectId }: Pick<PromiseActionsProps, 'projectId'>) {
  const [open, setOpen] = useState(false);
  const { supportPromise } = useTRPC();
  const queries = useQueryClient();
  const remove = useMutation({
    ...supportPromise.delete.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      toast.success('The promise is removed');
      await queries.invalidateQueries(supportPromise.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, 'The promise was not removed.')),
  });
  return (
    <ConfirmDialog
      title="Remove the promise?"
      description="Nothing is held against it any more. The audit log keeps what was promised."
      confirmLabel="Remove the promise"
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: projectId })}
      trigger={<Button variant="danger-quiet">Remove</Button>}
    />
  );
}
