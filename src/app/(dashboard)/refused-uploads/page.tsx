import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { can } from '@/domain/roles/permissions';
import { RefusedUploadsView } from '@/features/refused-upload/refused-uploads-view';
import {
  loadRefusedUploadsParams,
  toRefusedUploadsQuery,
} from '@/features/refused-upload/search-params';
import { requirePagePrincipal } from '@/server/auth/page-session';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Refused uploads' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function RefusedUploadsPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  if (!can(role, 'refused-upload:read')) notFound();
  const query = toRefusedUploadsQuery(await loadRefusedUploadsParams(searchParams));
  await pageQueryClient().prefetchQuery(trpc.refusedUpload.list.queryOptions(query));
  return (
    <Hydrated>
      <RefusedUploadsView />
    </Hydrated>
  );
}
