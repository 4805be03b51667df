import { faultsOf } from '@/trpc/query-client';

/** What a refused call says against one field of its input; null when it says nothing of that one. */
export function fieldFaultIn(error: unknown, field: string): string | null {
  return faultsOf(error).find(({ loc }) => loc.at(-1) === field)?.msg ?? null;
}
