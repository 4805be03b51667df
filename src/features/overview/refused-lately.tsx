'use client';

import Link from 'next/link';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useMay } from '@/features/frame/reader';
import { refusedUploadsHref } from '@/features/refused-upload/search-params';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { REFUSED_LATELY } from './queries';

/** For admins, since scanners say nothing of it: that uploads were refused this week. */
export function RefusedLately() {
  const mayRead = useMay('refused-upload:read');
  const refused = useQuery({
    ...useTRPC().refusedUpload.list.queryOptions(REFUSED_LATELY),
    enabled: mayRead,
  });
  const total = refused.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Button asChild>
      <Link href={refusedUploadsHref({ days: '7' })}>
        <TriangleAlert aria-hidden className="text-danger-text" />
        {countOf(total, 'upload')} refused in 7 days
      </Link>
    </Button>
  );
}
