'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';
import type { Unverified } from './words';

/** As little as a list answers: what counts is how many there are. */
const FIRST = { page: 1, size: 1 } as const;

/** Counts the images without a verified signature, as they are now; nothing is read until somebody asks. */
export function useUnverified(isAsked: boolean): Unverified {
  const { image } = useTRPC();
  const of = (verified: false | null) =>
    image.listForDashboard.queryOptions(isAsked ? { ...FIRST, verified } : skipToken, {
      staleTime: 0,
    });
  const unverified = useQuery(of(false));
  const all = useQuery(of(null));
  if (!isAsked) return { kind: 'none' };
  if (unverified.isFetching || all.isFetching) return { kind: 'working' };
  if (!unverified.data || !all.data) return { kind: 'failed' };
  return { kind: 'known', images: unverified.data.total, all: all.data.total };
}
