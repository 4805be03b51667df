'use client';

import { useState, type SubmitEvent } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Role } from '@/domain/roles/permissions';
import { displayNameSchema } from '@/domain/user/account';
import { endOfDay, expiryDay, type ExpiryChoice } from './expiry';
import { ExpiryFields } from './expiry-fields';
import { RoleChoice } from './role-choice';

/** A key as it is asked for; `expires_at` is an ISO 8601 instant, null for never. */
export interface EnteredKey {
  readonly name: string;
  readonly role: Role;
  readonly expires_at: string | null;
}

export interface CreateKeyFormProps {
  /** For the button that submits it from outside. */
  readonly id: string;
  readonly today: string;
  readonly onEntered: (key: EnteredKey) => void;
}

/** Name, role and expiry of a new key. */
export function CreateKeyForm({ id, today, onEntered }: CreateKeyFormProps) {
  const [role, setRole] = useState<Role>('scanner');
  const [choice, setChoice] = useState<ExpiryChoice>('never');
  const [day, setDay] = useState('');
  const [problems, setProblems] = useState<{ name?: string; day?: string }>({});
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = displayNameSchema.safeParse(new FormData(event.currentTarget).get('name'));
    const ends = expiryDay(choice, day, today);
    const nameProblem = name.success ? undefined : name.error.issues[0]?.message;
    const dayProblem = ends === '' ? 'Choose a day' : undefined;
    setProblems({ name: nameProblem, day: dayProblem });
    if (!name.success || ends === '') return;
    onEntered({ name: name.data, role, expires_at: ends === null ? null : endOfDay(ends) });
  };
  return (
    <form id={id} onSubmit={submit} className="grid gap-4">
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
    </form>
  );
}
