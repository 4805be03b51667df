'use client';

import { useState, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import {
  CHANNEL_KINDS,
  channelDraft,
  type CredentialKind,
  hasCredentials,
} from '@/domain/channel/channel';
import { isTrackerKind, type TrackerKind } from '@/domain/channel/trackers';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { EMPTY_TRACKER, type Form, trackerFieldsOf, TrackerFields } from './fields';
import { channelFormSchema, type ChannelFields, type EnteredChannel } from './schema';
import type { Channel, ShownChannel } from './table';
import { CHANNEL_KIND_WORDS, CREDENTIAL_STEPS, goesTo } from './words';

const EMPTY: ChannelFields = {
  kind: 'webhook',
  name: '',
  url: '',
  addresses: '',
  eventsUrl: '',
  hiddenAddress: '',
  routingKey: '',
  ...EMPTY_TRACKER,
};

/** Adds a channel in a dialog. Its secret appears on the page, where nothing closes it by accident. */
export function AddChannel({ onShown }: { readonly onShown: (channel: ShownChannel) => void }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation({
    ...trpc.channel.create.mutationOptions(),
    onSuccess: async (channel) => {
      setOpen(false);
      onShown(channel);
      await queryClient.invalidateQueries(trpc.channel.pathFilter());
    },
  });
  return (
    <ChannelDialog
      title="Add a channel"
      confirmLabel="Add the channel"
      trigger={<Button variant="primary">Add a channel</Button>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        create.reset();
      }}
      pending={create.isPending}
      problem={create.error && refusalOf(create.error, 'The channel was not added.')}
      values={EMPTY}
      onEntered={(entered) => create.mutate({ body: channelDraft.parse(entered) })}
    />
  );
}

/** Changes a channel in a dialog; its kind stays. */
export function EditChannel({ channel }: { readonly channel: Channel }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const patch = useMutation({
    ...trpc.channel.patch.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      await queryClient.invalidateQueries(trpc.channel.pathFilter());
    },
  });
  return (
    <ChannelDialog
      title={`Change ${channel.name}`}
      confirmLabel="Save"
      trigger={<Button>Change</Button>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        patch.reset();
      }}
      pending={patch.isPending}
      problem={patch.error && refusalOf(patch.error, 'The channel was not changed.')}
      values={fieldsOf(channel)}
      isKindFixed
      onEntered={({ kind: _, ...body }) => patch.mutate({ id: channel.id, body })}
    />
  );
}

function fieldsOf({ kind, name, settings }: Channel): ChannelFields {
  const { addresses } = settings;
  return {
    ...{ kind, name },
    url: kind === 'webhook' ? goesTo(settings) : '',
    addresses: typeof addresses === 'object' ? addresses.join('\n') : '',
    eventsUrl: kind === 'pagerduty' ? goesTo(settings) : '',
    ...trackerFieldsOf(kind, settings),
    // Nobody can read them, and empty they stay as they are.
    ...{ hiddenAddress: '', routingKey: '', email: '', token: '' },
  };
}

interface ChannelDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly trigger: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly pending: boolean;
  readonly problem: ReactNode;
  readonly values: ChannelFields;
  readonly isKindFixed?: boolean;
  readonly onEntered: (entered: EnteredChannel) => void;
}

const FORM_ID = 'channel';

function ChannelDialog(props: ChannelDialogProps) {
  const { title, trigger, open, onOpenChange, pending, problem, confirmLabel } = props;
  return (
    <Dialog
      {...{ title, trigger, open, onOpenChange }}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM_ID} variant="primary" loading={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FormProblem>{problem}</FormProblem>
        <ChannelForm {...props} />
      </div>
    </Dialog>
  );
}

const KIND_OPTIONS = CHANNEL_KINDS.map((value) => ({
  value,
  label: CHANNEL_KIND_WORDS[value].label,
}));

function ChannelForm({ values, isKindFixed = false, onEntered }: ChannelDialogProps) {
  const form = useForm<ChannelFields, unknown, EnteredChannel>({
    resolver: zodResolver(channelFormSchema({ isNew: !isKindFixed })),
    defaultValues: values,
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const { errors } = form.formState;
  return (
    <form id={FORM_ID} onSubmit={form.handleSubmit(onEntered)} className="grid gap-4">
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <Field label="Kind" hint={CHANNEL_KIND_WORDS[field.value].about}>
            <Select
              options={KIND_OPTIONS}
              value={field.value}
              onChange={field.onChange}
              disabled={isKindFixed}
            />
          </Field>
        )}
      />
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" maxLength={255} />
      </Field>
      {kind === 'webhook' && (
        <Field
          label="Address"
          hint="By https, to a public host; other hosts only if the operator allows them."
          error={errors.url?.message}
        >
          <Input {...form.register('url')} type="url" autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {kind === 'mail' && (
        <Field label="Addresses" hint="One per line; up to 20." error={errors.addresses?.message}>
          <Textarea {...form.register('addresses')} rows={3} spellCheck={false} />
        </Field>
      )}
      {isTrackerKind(kind) && <TrackerFields form={form} kind={kind} isNew={!isKindFixed} />}
      {hasCredentials(kind) && !isTrackerKind(kind) && (
        <Credentials form={form} kind={kind} isNew={!isKindFixed} />
      )}
    </form>
  );
}

interface CredentialsProps {
  readonly form: Form;
  readonly kind: Exclude<CredentialKind, TrackerKind>;
  readonly isNew: boolean;
}

/** Asks for what nobody is shown again. */
function Credentials({ form, kind, isNew }: CredentialsProps) {
  const { errors } = form.formState;
  const kept = isNew ? '' : ' Leave it empty to keep the one that is stored. ';
  const input = { type: 'password', autoComplete: 'off', spellCheck: false } as const;
  if (kind !== 'pagerduty') {
    return (
      <Field
        label="Address of the webhook"
        hint={`${kept}${CREDENTIAL_STEPS[kind]} It is stored sealed and never shown again.`}
        error={errors.hiddenAddress?.message}
      >
        <Input {...form.register('hiddenAddress')} {...input} />
      </Field>
    );
  }
  return (
    <>
      <Field
        label="Integration key"
        hint={`${kept}${CREDENTIAL_STEPS[kind]} It is stored sealed and never shown again.`}
        error={errors.routingKey?.message}
      >
        <Input {...form.register('routingKey')} {...input} />
      </Field>
      <Field
        label="Address of the events"
        hint="Empty: events.pagerduty.com. In the region of the EU: https://events.eu.pagerduty.com/v2/enqueue"
        error={errors.eventsUrl?.message}
      >
        <Input {...form.register('eventsUrl')} type="url" autoComplete="off" spellCheck={false} />
      </Field>
    </>
  );
}
