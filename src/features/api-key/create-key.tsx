'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormProblem } from '@/features/auth/form-problem';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { Shown } from './api-key-rows';
import { CreateKeyForm } from './create-key-form';

export interface CreateKeyProps {
  readonly today: string;
  readonly onShown: (shown: Shown) => void;
}

const FORM_ID = 'create-key';

/** The button that makes a key, and its form. The key itself appears on the page, where nothing closes it by accident. */
export function CreateKey({ today, onShown }: CreateKeyProps) {
  const [open, setOpen] = useState(false);
  const create = useCreate((shown) => {
    setOpen(false);
    onShown(shown);
  });
  return (
    <Dialog
      title="Create an API key"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        create.reset();
      }}
      trigger={
        <Button variant="primary">
          <KeyRound aria-hidden />
          Create a key
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM_ID} variant="primary" loading={create.isPending}>
            Create the key
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>
          {create.error && refusalOf(create.error, 'The key was not created.')}
        </FormProblem>
        <CreateKeyForm id={FORM_ID} today={today} onEntered={(body) => create.mutate({ body })} />
      </div>
    </Dialog>
  );
}

function useCreate(onShown: (shown: Shown) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.apiKey.create.mutationOptions(),
    onSuccess: async (key) => {
      onShown({ key, by: 'creation' });
      await queryClient.invalidateQueries(trpc.apiKey.list.pathFilter());
    },
  });
}
