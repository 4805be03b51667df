'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { requestIdOf, statusOf } from '@/trpc/query-client';
import { productHref } from '../product/product-page-params';

/** Saves a product of the organization's own and goes to its page. */
export function useSaveProduct() {
  const router = useRouter();
  const queries = useQueryClient();
  const save = useMutation({
    ...useTRPC().catalog.saveOwnProduct.mutationOptions(),
    onSuccess: async ({ slug, name }) => {
      toast.success(`${name} is saved`, { description: 'Your images follow its dates.' });
      router.push(productHref(slug));
      router.refresh();
      await queries.invalidateQueries();
    },
  });
  return {
    save: save.mutate,
    // After success the page is about to be left.
    saving: save.isPending || save.isSuccess,
    problem: save.error && problemOf(save.error),
  };
}

function problemOf(error: { readonly message: string }): string {
  // A conflict says which name is taken, or that there are too many.
  if (statusOf(error) === 409) return `${error.message}.`;
  const id = requestIdOf(error);
  return `The product was not saved, and nothing was changed.${id === null ? '' : ` Request ${id}.`}`;
}
