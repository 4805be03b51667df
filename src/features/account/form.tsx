'use client';

import { useState, type SubmitEvent } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { PART_IS_GONE } from '@/features/frame/failed-part';
import { FormProblem } from '@/features/frame/form-problem';
import { NewPasswordField } from '@/features/auth/password/form';
import { refusalOf, fieldFaultIn } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Account = Outputs['account']['get'];

/** Changes the reader's name. */
export function RenameAccount({ account }: { account: Account }) {
  const [name, setName] = useState(account.name);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = useRename(setName, setProblem);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rules = await import('@/features/auth/schema').catch(() => null);
    if (rules === null) return setProblem(PART_IS_GONE);
    const entered = rules.checkDisplayName(name);
    setProblem(entered.problem);
    if (entered.name !== null) rename.mutate({ name: entered.name });
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="flex w-full max-w-md items-start gap-2"
    >
      <Field
        label={<span className="sr-only">Your name</span>}
        error={problem}
        className="grow gap-0"
      >
        <Input
          name="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="name"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        loading={rename.isPending}
        disabled={name === account.name}
      >
        Rename
      </Button>
    </form>
  );
}

function useRename(onRenamed: (name: string) => void, onProblem: (problem: string) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    ...trpc.account.rename.mutationOptions(),
    onSuccess: async (_done, { name }) => {
      onRenamed(name);
      toast.success(`You are called ${name} now`);
      await queryClient.invalidateQueries(trpc.account.get.pathFilter());
      // The frame shows the name too.
      router.refresh();
    },
    onError: (error) => onProblem(refusalOf(error, 'Your name was not changed.')),
  });
}

/** Changes the password, for readers who have one. */
export function ChangePassword({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  if (!account.hasPassword) {
    return <p className="text-sm text-muted">You sign in without a password of this service.</p>;
  }
  if (open) return <PasswordForm account={account} onDone={() => setOpen(false)} />;
  return <Button onClick={() => setOpen(true)}>Change the password</Button>;
}

function PasswordForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const change = useChangePassword(onDone);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const [currentPassword, newPassword] = [
      entered.get('currentPassword'),
      entered.get('newPassword'),
    ];
    if (typeof currentPassword === 'string' && typeof newPassword === 'string')
      change.mutate({ currentPassword, newPassword });
  };
  const ofCurrent = fieldFaultIn(change.error, 'currentPassword');
  const ofNew = fieldFaultIn(change.error, 'newPassword');
  return (
    <form method="post" onSubmit={submit} noValidate className="grid w-full max-w-md gap-3">
      <FormProblem>
        {change.error &&
          ofCurrent === null &&
          ofNew === null &&
          refusalOf(change.error, 'The password stays as it is.')}
      </FormProblem>
      {/* For password managers, and so that the new password is compared with them. */}
      <input
        type="text"
        name="email"
        autoComplete="username"
        value={account.email}
        readOnly
        hidden
      />
      <input type="hidden" name="name" value={account.name} />
      <Field label="Current password" error={ofCurrent}>
        <Input
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
        />
      </Field>
      <NewPasswordField label="New password" name="newPassword" error={ofNew} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={change.isPending}>
          Save the new password
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

function useChangePassword(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    ...trpc.account.changePassword.mutationOptions(),
    onSuccess: async () => {
      toast.success('You have a new password. Every other browser is signed out.');
      await Promise.all([
        queryClient.invalidateQueries(trpc.session.list.pathFilter()),
        queryClient.invalidateQueries(trpc.account.get.pathFilter()),
      ]);
      onDone();
    },
  });
}
