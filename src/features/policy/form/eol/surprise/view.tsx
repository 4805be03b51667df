'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTRPC } from '@/trpc/client';
import { type NoLongerDenied, overruledWords, releasedWords } from './words';

/** Says which policies a change decides before; null where it is none, or none is known yet. */
export function useOverruledWords(released: NoLongerDenied | undefined): string | null {
  const policies = useQuery(useTRPC().policy.list.queryOptions());
  return released ? overruledWords(released, policies.data ?? []) : null;
}

/** Warns of images that are denied today and would pass; nothing where there are none. */
export function ReleasedNote({ released }: { released: NoLongerDenied | undefined }) {
  const overruled = useOverruledWords(released);
  if (!released || released.images === 0) return null;
  return (
    <p role="status" className="flex min-w-0 basis-full items-start gap-2 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {releasedWords(released)}. {overruled}
      </span>
    </p>
  );
}
