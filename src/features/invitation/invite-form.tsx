'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import { ROLE_WORDS } from '@/features/frame/role-words';
import { readAddresses } from './addresses';

export interface InviteFormProps {
  readonly pending: boolean;
  readonly onInvite: (emails: readonly string[], role: PersonRole) => Promise<void>;
}

const OPTIONS = PERSON_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));

/** Whom to invite, and as what. */
export function InviteForm({ pending, onInvite }: InviteFormProps) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<PersonRole>('member');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { good, bad } = readAddresses(text);
    const found = problemWith(good, bad);
    setProblem(found);
    if (found === null) void onInvite(good, role);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="E-mail addresses"
        hint="One or several, on lines or with commas."
        error={problem}
      >
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="ada@example.com"
          autoComplete="off"
          spellCheck={false}
          rows={3}
        />
      </Field>
      <Field label="Role">
        <Select options={OPTIONS} value={role} onChange={setRole} />
      </Field>
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={pending}>
          Invite
        </Button>
      </div>
    </form>
  );
}

function problemWith(good: readonly string[], bad: readonly string[]): string | null {
  if (bad.length > 0) return `Not an e-mail address: ${bad.join(', ')}`;
  return good.length === 0 ? 'Enter an e-mail address, such as ada@example.com' : null;
}
