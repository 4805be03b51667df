'use client';

import { useQuery } from '@tanstack/react-query';
import type { SupportLevel } from '@/domain/catalog/catalog';
import { useTRPCClient } from '@/trpc/client';
import type { AskedComponent } from './question';

/** The answers to these components, asked for anew when the question changes. */
export function useAnswers(components: readonly AskedComponent[], level: SupportLevel) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ['check', components, level],
    // Sent as a mutation for its size; it changes nothing.
    queryFn: ({ signal }) =>
      client.check.explain.mutate({ components: [...components], lifecycle: level }, { signal }),
    enabled: components.length > 0,
  });
}

export type Answers = ReturnType<typeof useAnswers>;
