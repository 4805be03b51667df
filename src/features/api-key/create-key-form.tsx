'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Role } from '@/domain/roles/permissions';
import { displayNameSchema } from '@/domain/user/account';
import { FormProblem } from '@/features/auth/form-problem';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { ShownApiKey } from './api-key-rows';
import { endOfDay, expiryDay, type ExpiryChoice } from './expiry';
import { ExpiryFields } from './expiry-fields';
import { RoleChoice } from './role-choice';

export interface CreateKeyFormProps {
  readonly today: string;
  readonly onCreated: (key: ShownApiKey) => void;
}

/** Name, role and expiry of a new key. */
export function CreateKeyForm({ today, onCreated }: CreateKeyFormProps) {
  const [role, setRole] = useState<Role>('scanner');
  const [choice, setChoice] = useState<ExpiryChoice>('never');
  const [day, setDay] = useState('');
  const [problems, setProblems] = useState<{ name?: string; day?: string }>({});
  const create = useCreate(onCreated);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = displayNameSchema.safeParse(new FormData(event.currentTarget).get('name'));
    const ends = expiryDay(choice, day, today);
    const nameProblem = name.success ? undefined : name.error.issues[0]?.message;
    const dayProblem = ends === '' ? 'Choose a day' : undefined;
    setProblems({ name: nameProblem, day: dayProblem });
    if (!name.success || ends === '') return;
    const expiresAt = ends === null ? null : endOfDay(ends);
    create.mutate({ body: { name: name.data, role, expires_at: expiresAt } });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FormProblem>
        {create.error && refusalOf(create.error, 'The key was not created.')}
      </FormProblem>
      <Field label="Name" hint="Where it is used, so that it is found again." error={problems.name}>
        <Input name="name" autoComplete="off" placeholder="Build server" maxLength={255} />
      </Field>
      <RoleChoice value={role} onChange={setRole} />
      <ExpiryFields
        choice={choice}
        day={day}
        today={today}
        problem={problems.day ?? null}
        onChoice={setChoice}
        onDay={setDay}
      />
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={create.isPending}>
          Create the key
        </Button>
      </div>
    </form>
  );
}

function useCreate(onCreated: (key: ShownApiKey) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.apiKey.create.mutationOptions(),
    onSuccess: async (key) => {
      onCreated(key);
      await queryClient.invalidateQueries(trpc.apiKey.list.pathFilter());
    },
  });
}
