'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast';
import { MAX_RETIREMENT_NOTE } from '@/domain/image/retirement';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { RetiredImageProps } from './card';

/** Brings back a retired image, for those who may. */
export function BringBack({ image: { id, reference } }: RetiredImageProps) {
  const mayChange = useMay('inventory:write');
  const done = useDone();
  const bringBack = useMutation({
    ...useTRPC().retirement.bringBack.mutationOptions(),
    onSuccess: () => done(`${reference} counts again`),
    onError: (error) => {
      toast.error(refusalOf(error, `${reference} stays retired.`));
    },
  });
  if (!mayChange) return null;
  return (
    <Button loading={bringBack.isPending} onClick={() => bringBack.mutate({ id })}>
      Bring back
    </Button>
  );
}

/** Retires an image, with a note on why, for those who may. */
export function RetireImage({ image: { id, reference } }: RetiredImageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState('');
  const mayChange = useMay('inventory:write');
  const done = useDone();
  const retire = useMutation({
    ...useTRPC().retirement.retire.mutationOptions(),
    onSuccess: async () => {
      setIsOpen(false);
      await done(`${reference} is retired`);
    },
  });
  if (!mayChange) return null;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        setNote('');
        retire.reset();
      }}
      trigger={<Button>Retire</Button>}
      title={<span className="wrap-anywhere">Retire {reference}?</span>}
      description="It will count nowhere: not in lists, figures, exports, feeds, policies or plans. Its history is kept, and so is what it held. A new scan of it, or a cluster that runs it, brings it back."
      footer={
        <>
          <DialogClose>
            <Button disabled={retire.isPending}>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={retire.isPending}
            onClick={() => retire.mutate({ id, body: { note: note.trim() || null } })}
          >
            Retire this image
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Reason (optional)">
          <Textarea
            value={note}
            rows={2}
            maxLength={MAX_RETIREMENT_NOTE}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <FormProblem>{retire.error && refusalOf(retire.error, 'It still counts.')}</FormProblem>
      </div>
    </Dialog>
  );
}

/** Shows the page, and every other count, as it is now. */
function useDone() {
  const queries = useQueryClient();
  const router = useRouter();
  return async (title: string) => {
    toast.success(title);
    router.refresh();
    // Software, plans and every count were of this image, too.
    await queries.invalidateQueries();
  };
}
