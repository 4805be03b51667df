'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

/** What a policy can be about today; a policy may also name what is still to come. */
export interface Suggestions {
  readonly projects: readonly string[];
  readonly products: readonly string[];
  /** Of one product, as they are known. */
  readonly cyclesOf: (product: string) => string[];
}

/** Names of the projects and the software in use, fetched once the page is there. */
export function useSuggestions(): Suggestions {
  const trpc = useTRPC();
  const projects = useQuery(trpc.scanner.projects.queryOptions());
  const software = useQuery(trpc.scanner.software.queryOptions());
  const cycles = software.data ?? [];
  return {
    projects: (projects.data ?? []).map(({ name }) => name),
    products: [...new Set(cycles.map(({ product_name }) => product_name))],
    cyclesOf: (product) => [
      ...new Set(
        cycles.flatMap(({ product_name, release_cycle }) =>
          product_name === product ? [release_cycle] : [],
        ),
      ),
    ],
  };
}
