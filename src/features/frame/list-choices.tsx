'use client';

import { useCallback, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { ListChoicesProvider } from '@/components/data-table/list-choices';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { refusalOf } from './words';

export interface ReaderListChoicesProps {
  /** What the reader chose before, by its name. */
  kept: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Has the server remember how the reader wants lists to look: they look so in every browser that the reader signs in with. */
export function ReaderListChoices({ kept, children }: ReaderListChoicesProps) {
  const { mutate } = useMutation({
    ...useTRPC().listChoice.set.mutationOptions(),
    // One after the other: of two choices the later one is kept.
    scope: { id: 'list-choice' },
    onError: (error) => {
      toast.error(refusalOf(error, 'How the list looks could not be saved.'));
    },
  });
  const keep = useCallback(
    (name: string, value: string | null) => mutate({ name, value }),
    [mutate],
  );
  return (
    <ListChoicesProvider kept={kept} onChoose={keep}>
      {children}
    </ListChoicesProvider>
  );
}
