'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Channel, ShownChannel } from './table';

const GRACES = [
  { value: '0', label: 'At once' },
  { value: '24', label: 'In 24 hours' },
  { value: '72', label: 'In 3 days' },
  { value: '168', label: 'In 7 days' },
] as const;
type Grace = (typeof GRACES)[number]['value'];

interface RotateKeysProps {
  readonly channel: Channel;
  readonly onShown: (channel: ShownChannel) => void;
}

/** Replaces the keys of a channel, with a time in which both generations sign. */
export function RotateKeys({ channel, onShown }: RotateKeysProps) {
  const [open, setOpen] = useState(false);
  const [grace, setGrace] = useState<Grace>('24');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const rotate = useMutation({
    ...trpc.channel.rotateKeys.mutationOptions(),
    onSuccess: async (rotated) => {
      setOpen(false);
      onShown(rotated);
      await queryClient.invalidateQueries(trpc.channel.pathFilter());
    },
  });
  return (
    <Dialog
      title={`Rotate the keys of ${channel.name}?`}
      description="It gets a new secret and a new key pair. Until the old ones end, each request has the signatures of both, so the receiver takes the new secret when it likes."
      size="sm"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        rotate.reset();
      }}
      trigger={<Button>Rotate keys</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ id: channel.id, body: { grace_hours: Number(grace) } })}
          >
            Rotate the keys
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>
          {rotate.error && refusalOf(rotate.error, 'The keys were not rotated.')}
        </FormProblem>
        <Field label="The old keys end">
          <Select options={GRACES} value={grace} onChange={setGrace} />
        </Field>
      </div>
    </Dialog>
  );
}

/** Ends the keys before the current ones. */
export function EndPreviousKeys({ channel }: { readonly channel: Channel }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutation({
    ...trpc.channel.endPreviousKeys.mutationOptions(),
    onSuccess: () => toast.success('The old keys no longer sign'),
    onError: (error) => toast.error(refusalOf(error, 'The old keys were not ended.')),
    onSettled: () => queryClient.invalidateQueries(trpc.channel.pathFilter()),
  });
  return (
    <Button size="sm" loading={end.isPending} onClick={() => end.mutate({ id: channel.id })}>
      End them now
    </Button>
  );
}

/** Pauses a channel, or lets it deliver again. */
export function PauseOrResume({ channel }: { readonly channel: Channel }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const isDisabled = channel.state === 'disabled';
  const settled = { onSettled: () => queryClient.invalidateQueries(trpc.channel.pathFilter()) };
  const pause = useMutation({
    ...trpc.channel.pause.mutationOptions(),
    onError: (error) => toast.error(refusalOf(error, `${channel.name} was not paused.`)),
    ...settled,
  });
  const resume = useMutation({
    ...trpc.channel.resume.mutationOptions(),
    onError: (error) => toast.error(refusalOf(error, `${channel.name} was not resumed.`)),
    ...settled,
  });
  return (
    <Button
      loading={pause.isPending || resume.isPending}
      onClick={() => (isDisabled ? resume : pause).mutate({ id: channel.id })}
    >
      {isDisabled ? 'Resume' : 'Pause'}
    </Button>
  );
}

/** Removes a channel for good. */
export function RemoveChannel({ channel }: { readonly channel: Channel }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...trpc.channel.delete.mutationOptions(),
    onSuccess: async () => {
      toast.success(`${channel.name} is removed`);
      router.push(hrefs.settings.messages);
      await queryClient.invalidateQueries(trpc.channel.list.pathFilter());
    },
    onError: (error) => toast.error(refusalOf(error, `${channel.name} was not removed.`)),
    onSettled: () => setOpen(false),
  });
  return (
    <ConfirmDialog
      title={`Remove ${channel.name}?`}
      description="Its delivery record goes too, and what is waiting is not sent. To stop it for a while, pause it instead."
      confirmLabel="Remove"
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: channel.id })}
      trigger={<Button variant="danger-quiet">Remove</Button>}
    />
  );
}
