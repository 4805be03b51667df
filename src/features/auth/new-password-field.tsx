'use client';

import { useRef, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { describePasswordFault, lengthFault, PASSWORD_LENGTH } from '@/domain/user/password';
import { usePasswordHelp } from './use-password-help';

export interface NewPasswordFieldProps {
  readonly label?: string;
  /** Of the input in its form. */
  readonly name?: string;
  /** What the server said when the form was sent. */
  readonly error?: string | null | undefined;
  readonly autoFocus?: boolean;
}

const HINT = `At least ${String(PASSWORD_LENGTH.min)} characters; several words are easy to keep in mind.`;

/**
 * Where a password is chosen: says while it is typed what would help. The form around it has the account's
 * address in a field `email`, and its name, when that is known, in `name`.
 */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label = 'Password', name = 'password', error, autoFocus } = props;
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const help = usePasswordHelp(password, field);
  const [refused, setRefused] = useState<{ password: string; error: typeof error } | null>(null);
  // What was said of the password that was sent is not true of the next one.
  if (error !== refused?.error) setRefused({ password, error });
  const said = refused?.password === password ? error : null;
  const byLength = password === '' ? null : lengthFault(password);
  return (
    <Field
      label={label}
      hint={byLength && !said ? describePasswordFault(byLength) : HINT}
      error={said ?? help}
    >
      <Input
        ref={field}
        name={name}
        type="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Field>
  );
}
