'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useTRPC } from '@/trpc/client';
import { catalogHref } from '@/features/catalog/list/params';

/** Takes a product of the organization's own out of its catalog, after asking. */
export function DeleteOwnProduct({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const remove = useMutation({
    ...useTRPC().ownCatalog.delete.mutationOptions(),
    onSuccess: async () => {
      setOpen(false);
      toast.success(`${name} is deleted`);
      router.push(catalogHref());
      await queries.invalidateQueries();
    },
    onError: () => {
      setOpen(false);
      toast.error(`${name} could not be deleted. Nothing was changed.`);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      pending={remove.isPending}
      title={`Delete ${name}?`}
      description="Its cycles and their dates are gone from your catalog. Images that hold it stay, with the dates that scanners give."
      confirmLabel="Delete the product"
      onConfirm={() => remove.mutate({ id })}
      trigger={
        <Button variant="danger-quiet">
          <Trash2 aria-hidden />
          Delete
        </Button>
      }
    />
  );
}
