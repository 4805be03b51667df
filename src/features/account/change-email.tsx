'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { checkAddressChange } from '@/features/auth/account-rules';
import { fieldFaultIn } from '@/features/auth/field-fault';
import { FormProblem } from '@/features/auth/form-problem';
import { loadAccountRules } from '@/features/auth/load-account-rules';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { Account } from './account-types';
import { PendingEmail } from './pending-email';
import { ProveEmail } from './prove-email';

/** The reader's address, and the way to another. */
export function ChangeEmail({ account }: { account: Account }) {
  const { email, emailProven, pendingEmail } = account;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        <span className="wrap-anywhere">{email}</span>
        {!emailProven && <Badge tone="outline">Not confirmed</Badge>}
      </p>
      {!emailProven && <ProveEmail account={account} />}
      {pendingEmail && <PendingEmail pending={pendingEmail} />}
      <WayToAnother account={account} />
    </>
  );
}

function WayToAnother({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const why = whyNot(account);
  if (why !== null) return <p className="text-sm text-pretty text-muted">{why}</p>;
  if (open) return <EmailForm onDone={() => setOpen(false)} />;
  return <Button onClick={() => setOpen(true)}>Change the address</Button>;
}

function whyNot({ passwordsInUse, hasPassword, sendsMail }: Account): string | null {
  if (!passwordsInUse || !hasPassword)
    return 'You sign in without a password of this service, so the address cannot be changed here.';
  if (!sendsMail)
    return 'This service is not set up to send mail, so a new address cannot be confirmed. Whoever runs it can help.';
  return null;
}

type FieldErrors = NonNullable<ReturnType<typeof checkAddressChange>['errors']>;

function EmailForm({ onDone }: { onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<FieldErrors>({});
  const request = useMutation({
    ...trpc.account.requestEmailChange.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.account.get.pathFilter());
      onDone();
    },
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = Object.fromEntries(new FormData(event.currentTarget));
    const rules = await loadAccountRules();
    const change = rules.checkAddressChange(entered);
    setErrors(change.errors ?? {});
    if (change.data) request.mutate(change.data);
  };
  const errorOf = (name: keyof FieldErrors) =>
    errors[name]?.[0] ?? fieldFaultIn(request.error, name);
  const isOfField = ['email', 'currentPassword'].some((name) => fieldFaultIn(request.error, name));
  return (
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid w-full max-w-md gap-3"
    >
      <FormProblem>
        {request.error && !isOfField && refusalOf(request.error, 'The address stays as it is.')}
      </FormProblem>
      <Field
        label="New e-mail"
        hint="It gets a link to confirm it. The address so far gets a notice."
        error={errorOf('email')}
      >
        <Input name="email" type="email" autoComplete="email" autoFocus required />
      </Field>
      <Field label="Your password" error={errorOf('currentPassword')}>
        <Input name="currentPassword" type="password" autoComplete="current-password" required />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={request.isPending}>
          Mail the link
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
