'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Outputs } from '@/trpc/outputs';
import { type EnteredTeam, teamSchema } from './schema';

type Team = Pick<Outputs['team']['get'], 'name' | 'email' | 'link' | 'handles'>;

export interface TeamFormProps {
  /** Id for the button that submits it from outside. */
  readonly id: string;
  /** The one to change; null for a new one. */
  readonly known: Team | null;
  readonly onEntered: (entered: EnteredTeam) => void;
}

/** Asks how a team is called, reached, and named in CODEOWNERS files. */
export function TeamForm({ id, known, onEntered }: TeamFormProps) {
  const { register, handleSubmit, formState } = useForm<EnteredTeam>({
    resolver: zodResolver(teamSchema),
    defaultValues: {
      ...{ name: known?.name ?? '', email: known?.email ?? '', link: known?.link ?? '' },
      handles: known?.handles.join(' ') ?? '',
    },
  });
  const { errors } = formState;
  return (
    <form id={id} onSubmit={handleSubmit(onEntered)} noValidate className="grid gap-4">
      <Field label="Name" required error={errors.name?.message}>
        <Input {...register('name')} autoComplete="off" maxLength={255} />
      </Field>
      <Field label="E-mail" hint="Where to write to." error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="off" maxLength={254} />
      </Field>
      <Field
        label="Link"
        hint="Where else to ask: a chat room, an on-call page."
        error={errors.link?.message}
      >
        <Input {...register('link')} type="url" autoComplete="off" placeholder="https://" />
      </Field>
      <Field
        label="In CODEOWNERS files"
        hint="How they name this team or its people, separated by spaces: @acme/payments."
        error={errors.handles?.message}
      >
        <Input {...register('handles')} autoComplete="off" spellCheck={false} />
      </Field>
    </form>
  );
}
