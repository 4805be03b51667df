'use client';

import { Link } from '@/components/ui/link';
import { useRouter } from 'next/navigation';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { toast } from '@/components/ui/toast';
import { FormProblem } from '@/features/frame/form-problem';
import { setServerErrors, useFocusOnError } from '@/features/frame/forms';
import { useLookOnce } from '@/features/frame/meanwhile';
import { useMay } from '@/features/frame/reader';
import { useUnsaved } from '@/features/frame/unsaved';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { contractsHref } from '../params';
import type { ContractDetail } from '../types';
import { DocumentFields, TermFields, VendorField } from './fields';
import { PlaceFields } from './place/fields';
import {
  bodyOf,
  changeOf,
  contractSchema,
  fieldOf,
  newValues,
  valuesOf,
  type EnteredContract,
  type KnownSubject,
} from './schema';
import { SoftwareFields } from './software/fields';

export interface NewContractFormProps {
  readonly known: KnownSubject;
  /** A UTC day. */
  readonly today: string;
}

/** Enters a contract, with what the link that led here knows filled in. */
export function NewContractForm({ known, today }: NewContractFormProps) {
  const form = useContractForm(newValues(known, today));
  const done = useDone('The contract is entered');
  const create = useMutation({
    ...useTRPC().contract.create.mutationOptions(),
    onSuccess: done,
    onError: (error) => setServerErrors(form.setError, error, { fieldOf }),
  });
  return (
    <ContractForm
      form={form}
      onEntered={(entered) => create.mutate({ body: bodyOf(entered) })}
      problem={create.error && refusalOf(create.error, 'The contract was not entered.')}
      pending={create.isPending}
      verb="Enter the contract"
      cancelHref={contractsHref()}
    />
  );
}

/** Changes a contract; what it covers follows at once. */
export function ChangeContractForm({ contract }: { readonly contract: ContractDetail }) {
  const form = useContractForm(valuesOf(contract));
  const done = useDone('The contract is changed');
  const client = useTRPCClient();
  const look = useLookOnce(contract.updated_at);
  const { id } = contract;
  const change = useMutation({
    mutationFn: async (entered: EnteredContract) => {
      // The form says all of it again: also an end that somebody else has moved.
      await look(async () => (await client.contract.get.query({ id })).updated_at);
      return client.contract.change.mutate({ id, body: changeOf(entered, contract) });
    },
    onSuccess: done,
    onError: (error) => setServerErrors(form.setError, error, { fieldOf }),
  });
  return (
    <ContractForm
      form={form}
      onEntered={(entered) => change.mutate(entered)}
      problem={change.error && refusalOf(change.error, 'The contract was not changed.')}
      pending={change.isPending}
      verb="Save the contract"
      cancelHref={hrefs.contract(id)}
    />
  );
}

function useContractForm(defaultValues: EnteredContract): UseFormReturn<EnteredContract> {
  return useForm<EnteredContract>({
    resolver: zodResolver(contractSchema),
    defaultValues,
    shouldFocusError: false,
  });
}

/** Has every page that shows ends read again, as a contract moves them, and goes to it. */
function useDone(words: string): (contract: { readonly id: string }) => void {
  const router = useRouter();
  const queries = useQueryClient();
  return ({ id }) => {
    toast.success(words);
    void queries.invalidateQueries({ refetchType: 'none' });
    router.push(hrefs.contract(id));
    router.refresh();
  };
}

interface ContractFormProps {
  readonly form: UseFormReturn<EnteredContract>;
  readonly onEntered: (entered: EnteredContract) => void;
  readonly problem: string | null;
  readonly pending: boolean;
  readonly verb: string;
  readonly cancelHref: string;
}

function ContractForm({ form, onEntered, problem, pending, verb, cancelHref }: ContractFormProps) {
  const { errors, submitCount, isDirty } = form.formState;
  useUnsaved(isDirty);
  const element = useFocusOnError(submitCount);
  if (!useMay('contract:write')) {
    return <p className="text-sm text-muted">Admins enter and change contracts.</p>;
  }
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        onSubmit={form.handleSubmit(onEntered)}
        noValidate
        className="grid max-w-3xl min-w-0 grid-cols-1 gap-4"
      >
        <FormProblem>
          {problem ?? (Object.keys(errors).length > 0 && 'Some fields need another look.')}
        </FormProblem>
        <Card title="Vendor and software">
          <div className="grid min-w-0 gap-4">
            <VendorField />
            <SoftwareFields />
          </div>
        </Card>
        <Card title="Where and until when">
          <div className="grid min-w-0 gap-4">
            <PlaceFields />
            <TermFields />
          </div>
        </Card>
        <Card title="On paper">
          <DocumentFields />
        </Card>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={pending}>
            {verb}
          </Button>
          <Button asChild>
            <Link href={cancelHref}>Cancel</Link>
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
