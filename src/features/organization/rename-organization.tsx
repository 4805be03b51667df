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
import type { Organization } from './organization-types';

/** The organization's name, as a form of one field. */
export function RenameOrganization({ organization }: { organization: Organization }) {
  const [name, setName] = useState(organization.name);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = useRename(setProblem);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rules = await loadAccountRules();
    const entered = rules.checkDisplayName(name);
    setProblem(entered.problem);
    if (entered.problem === null) {
      rename.mutate({ id: organization.id, body: { name: entered.name } });
    }
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={() => void loadAccountRules()}
      className="flex w-full max-w-md items-start gap-2"
    >
      <Field label={<span className="sr-only">Name</span>} error={problem} className="grow gap-0">
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        loading={rename.isPending}
        disabled={name === organization.name}
      >
        Rename
      </Button>
    </form>
  );
}

function useRename(setProblem: (problem: string | null) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    ...trpc.organization.rename.mutationOptions(),
    onSuccess: async ({ name }) => {
      toast.success(`The organization is called ${name} now`);
      await queryClient.invalidateQueries(trpc.organization.get.pathFilter());
      // The frame shows the name too.
      router.refresh();
    },
    onError: (error) => setProblem(refusalOf(error, 'The organization was not renamed.')),
  });
}
