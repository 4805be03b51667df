'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import type { SignatureRisk } from '@/domain/policy/signature-risk';
import { useTRPC } from '@/trpc/client';
import type { AtRisk } from './words';

/** As little as a list answers: what counts is how many there are. */
const FIRST = { page: 1, size: 1 } as const;

/** How the list of images asks for those at risk; null: for all. */
const VERIFIED = { unverified: false, verified: true, all: null } as const satisfies Record<
  SignatureRisk,
  boolean | null
>;

/** Counts the images at risk, as they are now; nothing is read until there is a risk. */
export function useAtRisk(risk: SignatureRisk | null): AtRisk {
  const { image } = useTRPC();
  const of = (verified: boolean | null) =>
    image.listForDashboard.queryOptions(risk ? { ...FIRST, verified } : skipToken, {
      staleTime: 0,
    });
  const some = useQuery(of(risk && VERIFIED[risk]));
  const all = useQuery(of(null));
  if (!risk) return { kind: 'none' };
  if (some.isFetching || all.isFetching) return { kind: 'working' };
  if (!some.data || !all.data) return { kind: 'failed' };
  return { kind: 'known', images: some.data.total, all: all.data.total };
}
