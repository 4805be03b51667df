'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { ApiKeyRow } from './table';

const GRACES = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In 24 hours' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
] as const;
type Grace = (typeof GRACES)[number]['value'];

/** Replaces a key by a new one, with a time in which both work. */
export function RotateKey({ apiKey }: { apiKey: ApiKeyRow }) {
  const [open, setOpen] = useState(false);
  const [grace, setGrace] = useState<Grace>('24');
  const rotate = useRotate(apiKey, () => setOpen(false));
  return (
    <Dialog
      title={`Rotate ${apiKey.name}?`}
      description="It gets a new key, with the same name, role and expiry. A scanner whose key is dead goes on without policies and says nothing, so leave time to put the new one everywhere."
      size="sm"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        rotate.reset();
      }}
      trigger={
        <Button size="sm" aria-label={`Rotate ${apiKey.name}`}>
          Rotate
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ id: apiKey.id, body: { grace_hours: Number(grace) } })}
          >
            Rotate the key
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>
          {rotate.error && refusalOf(rotate.error, 'The key was not rotated.')}
        </FormProblem>
        <Field
          label="The old key stops"
          hint={apiKey.grace_ends_at === null ? undefined : 'The one before it stops then too.'}
        >
          <Select options={GRACES} value={grace} onChange={setGrace} />
        </Field>
      </div>
    </Dialog>
  );
}

function useRotate({ onShown }: ApiKeyRow, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.apiKey.rotate.mutationOptions(),
    onSuccess: async (key) => {
      onDone();
      onShown({ key, by: 'rotation' });
      await queryClient.invalidateQueries(trpc.apiKey.list.pathFilter());
    },
  });
}

/** Revokes a key for good. */
export function RevokeKey({ apiKey }: { apiKey: ApiKeyRow }) {
  const { id, name, last_used_at: lastUsedAt } = apiKey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const revoke = useMutation({
    ...trpc.apiKey.revoke.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${name} is revoked`);
      await queryClient.invalidateQueries(trpc.apiKey.list.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, `${name} was not revoked.`)),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      description={
        <>
          Whatever uses it is refused from the next request on, for good. What it uploaded stays.{' '}
          {lastUsedAt === null ? (
            'It has never been used.'
          ) : (
            <>
              It was last used on <DateTime value={lastUsedAt} />.
            </>
          )}
        </>
      }
      confirmLabel="Revoke"
      open={open}
      onOpenChange={setOpen}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate({ id })}
      trigger={
        <Button size="sm" variant="danger-quiet" aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
    />
  );
}
