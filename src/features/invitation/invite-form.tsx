'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import { ROLE_WORDS } from '@/features/frame/role-words';

export interface InviteFormProps {
  /** How far it has come; null while nobody is being invited. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly onInvite: (emails: readonly string[], role: PersonRole) => Promise<void>;
}

/** So that a page of addresses pasted by accident goes no further. */
const MOST_AT_ONCE = 100;

/** Fetched with the first change: what tells an address brings a library along. */
const loadAddresses = () => import('./addresses');

const OPTIONS = PERSON_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));

/** Whom to invite, and as what. */
export function InviteForm({ progress, onInvite }: InviteFormProps) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<PersonRole>('member');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { readAddresses } = await loadAddresses();
    const { good, bad } = readAddresses(text);
    const found = problemWith(good, bad);
    setProblem(found);
    if (found === null) void onInvite(good, role);
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={() => void loadAddresses()}
      className="grid gap-4"
    >
      <Field
        label="E-mail addresses"
        hint="One or several, on lines or with commas, also as Name <address>."
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
        <Button type="submit" variant="primary" loading={progress !== null}>
          {progress !== null && progress.of > 1
            ? `Inviting ${String(progress.done)} of ${String(progress.of)}`
            : 'Invite'}
        </Button>
      </div>
    </form>
  );
}

function problemWith(good: readonly string[], bad: readonly string[]): string | null {
  if (bad.length > 0) return `Not an e-mail address: ${bad.join(', ')}`;
  if (good.length > MOST_AT_ONCE) {
    return `At most ${String(MOST_AT_ONCE)} at once; these are ${String(good.length)}.`;
  }
  return good.length === 0 ? 'Enter an e-mail address, such as ada@example.com' : null;
}
