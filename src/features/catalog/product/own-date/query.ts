'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { OwnDate } from '@/features/catalog/types';

type NewDate = Pick<OwnDate, 'product' | 'cycle' | 'ends_on' | 'reason'>;

/** Sets and clears the organization's own dates. Each can be undone for as long as its message stands. */
export function useOwnDates() {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const onError = () => toast.error('The date could not be changed. Nothing was.');
  const set = useMutation({ ...trpc.catalog.setOverride.mutationOptions(), onSuccess: refresh });
  const clear = useMutation({
    ...trpc.catalog.clearOverride.mutationOptions(),
    onSuccess: refresh,
    onError,
  });
  // Its message outlives the page: what is said where the call is made is not said any more once that is left.
  const back = useMutation({
    ...trpc.catalog.setOverride.mutationOptions(),
    onSuccess: refresh,
    onError,
  });
  const restore = (before: NewDate | null, id: string) => {
    if (before) back.mutate(before);
    else clear.mutate({ id });
  };
  return {
    setting: set.isPending,
    setError: set.error,
    clearing: clear.isPending,
    set: (date: NewDate, before: OwnDate | null, onDone: () => void) =>
      set.mutate(date, {
        onSuccess: ({ id }) => {
          onDone();
          toast.success(`${date.product} ${date.cycle} ends ${formatDay(date.ends_on)} here`, {
            description: 'Your images follow that date.',
            action: { label: 'Undo', onClick: () => restore(before && newDateOf(before), id) },
          });
        },
      }),
    clear: (date: OwnDate) =>
      clear.mutate(
        { id: date.id },
        {
          onSuccess: () =>
            toast.success('Your own date is cleared', {
              description: 'The catalog’s counts again.',
              action: { label: 'Undo', onClick: () => restore(newDateOf(date), date.id) },
            }),
        },
      ),
  };
}

function newDateOf({ product, cycle, ends_on, reason }: OwnDate): NewDate {
  return { product, cycle, ends_on, reason };
}

/** A date changes what nearly every page says. */
function useRefresh() {
  const router = useRouter();
  const queries = useQueryClient();
  return async () => {
    router.refresh();
    await queries.invalidateQueries();
  };
}
