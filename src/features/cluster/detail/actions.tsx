'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { clustersHref } from '../params';
import type { ClusterDetail } from '../query';

/** Forgets a cluster, once that is confirmed. */
export function DeleteCluster({ cluster: { id, name } }: { cluster: ClusterDetail }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const remove = useMutation({
    ...useTRPC().cluster.delete.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      toast(`${name} was forgotten`);
      router.replace(clustersHref());
      router.refresh();
      // Images that ran there are counted as running no more.
      void queries.invalidateQueries({ refetchType: 'none' });
    },
    onError: (error) => toast.error(refusalOf(error, `${name} could not be forgotten.`)),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger-quiet">Forget cluster</Button>}
      title={`Forget ${name}?`}
      description="What ran in it is gone from every list; images that were scanned stay. If the cluster still reports, it comes back with its next report."
      confirmLabel="Forget cluster"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
    />
  );
}
