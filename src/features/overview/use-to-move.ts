'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

/** What has ended and what ends: several parts of the page read one answer. */
export function useToMove() {
  return useQuery(useTRPC().overview.toMove.queryOptions());
}
