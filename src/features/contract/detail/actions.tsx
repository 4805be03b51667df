'use client';

import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { dayOf } from '@/domain/eol/calendar';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { ContractDetail } from '../types';
import { titleOf } from '../words';
import { endDay } from './values';

export interface ContractActionsProps {
  readonly contract: ContractDetail;
  /** A UTC day. */
  readonly today: string;
}

/** Offers to change, to end and to delete a contract, to those who may. */
export function ContractActions({ contract, today }: ContractActionsProps) {
  const { id, state, starts_on: startsOn } = contract;
  if (!useMay('contract:write')) return null;
  return (
    <>
      <Button asChild>
        <Link href={hrefs.changeContract(id)}>Change</Link>
      </Button>
      {state !== 'ended' && startsOn < today && <EndContract contract={contract} today={today} />}
      <DeleteContract contract={contract} />
    </>
  );
}

/** Ends a contract today. What it covered until now stays as it was. */
function EndContract({ contract, today }: ContractActionsProps) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const endsOn = () =>
    endDay({ endsOn: contract.ends_on, written: today, pressed: dayOf(new Date()) });
  const end = useMutation({
    ...useTRPC().contract.change.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      toast.success('The contract has ended');
      await queries.invalidateQueries();
    },
    onError: (error) => toast.error(refusalOf(error, 'The contract was not ended.')),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>End today</Button>}
      title={`End the ${titleOf(contract).replace('Contract', 'contract')} today?`}
      description="From today on, what it covered has its upstream end again: policies may deny builds at once. Until yesterday it counts as supported. The contract stays in the list."
      confirmLabel="End the contract"
      pending={end.isPending}
      onConfirm={() => end.mutate({ id: contract.id, body: { ends_on: endsOn() } })}
    />
  );
}

/** Deletes a contract that never was. */
function DeleteContract({ contract }: Pick<ContractActionsProps, 'contract'>) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const remove = useMutation({
    ...useTRPC().contract.delete.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      toast.success('The contract is deleted');
      void queries.invalidateQueries({ refetchType: 'none' });
      router.replace(hrefs.contracts());
      router.refresh();
    },
    onError: (error) => toast.error(refusalOf(error, 'The contract was not deleted.')),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger-quiet">Delete</Button>}
      title={`Delete the ${titleOf(contract).replace('Contract', 'contract')}?`}
      description="For a contract entered by mistake. What it covered gets its upstream end back, as if the contract had never been. A contract that is over need not be deleted. The audit log keeps it."
      confirmLabel="Delete the contract"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: contract.id })}
    />
  );
}
