'use client';

import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useTRPC } from '@/trpc/client';
import { statusOf } from '@/trpc/query-client';
import { canBeRestored } from './policy-list';
import type { PolicyRecord } from './policy-types';
import { policiesHref } from './search-params';
import { SentenceText } from './sentence-text';

/** Takes a policy away, after a question; back again from the message, where that makes it what it was. */
export function DeletePolicy({ policy }: { policy: PolicyRecord }) {
  const [open, setOpen] = useState(false);
  const policies = useQuery(useTRPC().policy.list.queryOptions());
  const restorable = policies.data !== undefined && canBeRestored(policy, policies.data);
  const remove = useRemoval(policy, restorable, () => setOpen(false));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="danger-quiet">
          <Trash2 aria-hidden />
          Delete
        </Button>
      }
      title="Delete this policy?"
      description={
        <>
          <SentenceText policy={policy} className="block pb-2" />
          From their next scan on, builds are no longer held to it.
          {!restorable &&
            ' It cannot be put back in its place: newer policies about the same would then decide after it.'}
        </>
      }
      confirmLabel="Delete policy"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: policy.id })}
    />
  );
}

function useRemoval(policy: PolicyRecord, restorable: boolean, close: () => void) {
  const trpc = useTRPC();
  const router = useRouter();
  const queries = useQueryClient();
  const restore = useRestore();
  const gone = () => {
    close();
    router.push(policiesHref());
    // What the page that is left still asks of the policy is not asked again.
    void queries.invalidateQueries({ refetchType: 'none' });
    void queries.refetchQueries({ queryKey: trpc.policy.list.queryKey() });
    toast('The policy was deleted', {
      description: 'Builds are no longer held to it.',
      ...(restorable && { action: { label: 'Undo', onClick: () => restore(policy) } }),
    });
  };
  return useMutation({
    ...trpc.policy.delete.mutationOptions(),
    onSuccess: gone,
    onError: (error) => {
      // Somebody else was faster, and it is gone all the same.
      if (statusOf(error) === 404) return gone();
      close();
      toast.error('The policy could not be deleted. Nothing was changed; try again.');
    },
  });
}

/** Writes a deleted policy again, under a new id. */
function useRestore() {
  const queries = useQueryClient();
  const create = useMutation({
    ...useTRPC().policy.create.mutationOptions(),
    onSuccess: () => {
      void queries.invalidateQueries();
      toast.success('The policy is in force again');
    },
    onError: () => toast.error('The policy could not be put back. Write it anew.'),
  });
  return ({ id: _id, created_at: _createdAt, updated_at: _updatedAt, ...body }: PolicyRecord) =>
    create.mutate({ body });
}
