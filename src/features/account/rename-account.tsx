'use client';

import { useState, type SubmitEvent } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { loadAccountRules } from '@/features/auth/load-account-rules';
import { refusalOf } from '@/features/frame/refusal';
import { useTRPC } from '@/trpc/client';
import type { Account } from './account-types';

/** The reader's name, as a form of one field. */
export function RenameAccount({ account }: { account: Account }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(account.name);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = useMutation({
    ...trpc.account.rename.mutationOptions(),
    onSuccess: async (_done, entered) => {
      setName(entered.name);
      toast.success(`You are called ${entered.name} now`);
      await queryClient.invalidateQueries(trpc.account.get.pathFilter());
      // The frame shows the name too.
      router.refresh();
    },
    onError: (error) => setProblem(refusalOf(error, 'Your name was not changed.')),
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rules = await loadAccountRules();
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
