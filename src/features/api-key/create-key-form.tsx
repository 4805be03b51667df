'use client';

import { useState, type SubmitEvent } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Role } from '@/domain/roles/permissions';
import { loadAccountRules } from '@/features/auth/load-account-rules';
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
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('name');
    const rules = await loadAccountRules();
    const { name, problem } = rules.checkDisplayName(entered);
    const ends = expiryDay(choice, day, today);
    const dayProblem = ends === '' ? 'Choose a day' : undefined;
    setProblems({ name: problem ?? undefined, day: dayProblem });
    if (name === null || ends === '') return;
    onEntered({ name, role, expires_at: ends === null ? null : endOfDay(ends) });
  };
  return (
    <form id={id} onSubmit={(event) => void submit(event)} className="grid gap-4">
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
