'use client';

import { useState, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Check, Minus } from 'lucide-react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ROLES, type Role } from '@/domain/roles/permissions';
import { endOfDay, EXPIRY_CHOICES, expiryDay } from '@/features/frame/expiry';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf, ROLE_NAMES } from '@/features/frame/words';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { newKeySchema } from './schema';
import type { Shown } from './table';
import { rightsOf } from './words';

export interface CreateKeyProps {
  readonly today: string;
  readonly onShown: (shown: Shown) => void;
  /** Another button than that of the page of keys. */
  readonly trigger?: ReactNode;
  /** Whether it was fetched by the press of its button. */
  readonly startsOpen?: boolean;
  /** Whether it is open, where the page has its say. */
  readonly opening?: readonly [open: boolean, setOpen: (open: boolean) => void];
  /** Where it is made, on pages that show no organization. */
  readonly organizationName?: string;
}

const FORM_ID = 'create-key';

/** Creates a key in a dialog. The key itself appears on the page, where nothing closes it by accident. */
export function CreateKey({
  today,
  onShown,
  trigger,
  startsOpen = false,
  opening,
  organizationName,
}: CreateKeyProps) {
  const own = useState(startsOpen);
  const [open, setOpen] = opening ?? own;
  const create = useCreate((shown) => {
    setOpen(false);
    onShown(shown);
  });
  return (
    <Dialog
      title="Create an API key"
      description={organizationName && `Of the organization ${organizationName}.`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        create.reset();
      }}
      trigger={
        trigger ?? (
          <Button variant="primary">
            <KeyRound aria-hidden />
            Create a key
          </Button>
        )
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
        <CreateKeyForm
          id={FORM_ID}
          today={today}
          onEntered={(key) => create.mutate({ body: bodyOf(key, today) })}
        />
      </div>
    </Dialog>
  );
}

function bodyOf({ name, role, expires, day }: NewKey, today: string) {
  const ends = expiryDay(expires, day, today);
  return { name, role, expires_at: ends === null ? null : endOfDay(ends) };
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

type EnteredKey = z.input<typeof newKeySchema>;
type NewKey = z.output<typeof newKeySchema>;

interface CreateKeyFormProps {
  /** Id for the button that submits it from outside. */
  readonly id: string;
  readonly today: string;
  readonly onEntered: (key: NewKey) => void;
}

/** Asks for name, role and expiry of a new key. */
function CreateKeyForm({ id, today, onEntered }: CreateKeyFormProps) {
  const form = useForm<EnteredKey, unknown, NewKey>({
    resolver: zodResolver(newKeySchema),
    defaultValues: { name: '', role: 'scanner', expires: 'never', day: '' },
  });
  return (
    <form id={id} onSubmit={form.handleSubmit(onEntered)} className="grid gap-4">
      <Field
        label="Name"
        hint="Where it is used, so that you can find it again."
        error={form.formState.errors.name?.message}
      >
        <Input
          {...form.register('name')}
          autoComplete="off"
          placeholder="Build server"
          maxLength={255}
        />
      </Field>
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => <RoleChoice value={field.value} onChange={field.onChange} />}
      />
      <ExpiryFields form={form} today={today} />
    </form>
  );
}

interface ExpiryFieldsProps {
  readonly form: UseFormReturn<EnteredKey, unknown, NewKey>;
  readonly today: string;
}

/** Asks how long a key holds: one of a few terms, or a last day. */
function ExpiryFields({ form: { control, register, formState }, today }: ExpiryFieldsProps) {
  const [expires, day] = useWatch({ control, name: ['expires', 'day'] });
  const ends = expiryDay(expires, day, today);
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Controller
        control={control}
        name="expires"
        render={({ field }) => (
          <Field
            label="Expires"
            hint={ends ? `It works until the end of ${formatDay(ends)} (UTC).` : undefined}
          >
            <Select options={EXPIRY_CHOICES} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      {expires === 'day' && (
        <Field label="Last day" error={formState.errors.day?.message}>
          <Input {...register('day')} type="date" min={today} />
        </Field>
      )}
    </div>
  );
}

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

interface RoleChoiceProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** Asks for a key's role, and lists what it may and may not do. */
function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const { may, mayNot } = rightsOf(value);
  return (
    <div className="grid gap-2">
      <Field label="Role">
        <Select options={OPTIONS} value={value} onChange={onChange} />
      </Field>
      <div
        role="group"
        aria-label={`What the role ${ROLE_NAMES[value]} allows`}
        className="grid gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2 text-xs sm:grid-cols-2"
      >
        <Rights title="It may" rights={may} icon={<Check aria-hidden />} />
        {mayNot.length > 0 && (
          // Folded: what a role lacks is long, and the fields below it matter more.
          <details className="min-w-0">
            <summary className="cursor-pointer font-medium">
              It may not do {countOf(mayNot.length, 'thing')}
            </summary>
            <Rights rights={mayNot} icon={<Minus aria-hidden />} />
          </details>
        )}
      </div>
    </div>
  );
}

interface RightsProps {
  readonly title?: string;
  readonly rights: readonly string[];
  readonly icon: React.ReactNode;
}

function Rights({ title, rights, icon }: RightsProps) {
  return (
    <div className="grid content-start gap-1">
      {title !== undefined && <p className="font-medium">{title}</p>}
      <ul className="grid gap-0.5 text-muted">
        {rights.map((right) => (
          <li
            key={right}
            className="flex items-start gap-1.5 [&_svg]:mt-0.5 [&_svg]:size-3 [&_svg]:shrink-0"
          >
            {icon}
            {right}
          </li>
        ))}
      </ul>
    </div>
  );
}
