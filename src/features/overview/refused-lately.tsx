'use client';

import type { ReactNode } from 'react';
import Link from 'next/link';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useMay } from '@/features/frame/reader';
import { refusedUploadsHref } from '@/features/refused-upload/params';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { KEYS_LATELY, REFUSED_LATELY } from './queries';

/** For admins, since scanners say nothing of it: that uploads were refused this week, or keys that no longer work were used. */
export function RefusedLately() {
  const trpc = useTRPC();
  const mayRead = useMay('refused-upload:read');
  const refused = useQuery({
    ...trpc.refusedUpload.list.queryOptions(REFUSED_LATELY),
    enabled: mayRead,
  });
  const keys = useQuery({
    ...trpc.refusedUpload.keys.queryOptions(KEYS_LATELY),
    enabled: mayRead,
  });
  const uploads = refused.data?.total ?? 0;
  const usedKeys = new Set(keys.data?.items.map(({ apiKeyId }) => apiKeyId)).size;
  return (
    <>
      {usedKeys > 0 && <Notice>{countOf(usedKeys, 'dead key')} still in use</Notice>}
      {uploads > 0 && <Notice>{countOf(uploads, 'upload')} refused in 7 days</Notice>}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Button asChild>
      <Link href={refusedUploadsHref({ days: '7' })}>
        <TriangleAlert aria-hidden className="text-danger-text" />
        {children}
      </Link>
    </Button>
  );
}
