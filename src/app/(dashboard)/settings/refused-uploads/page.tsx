import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { can } from '@/domain/roles/permissions';
import { RefusedUploadsView } from '@/features/refused-upload/view';
import { loadRefusedUploadsParams, toRefusedUploadsQuery } from '@/features/refused-upload/params';
import { NotForYou } from '@/features/settings/view';
import { sectionOf } from '@/features/settings/nav';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('refused-uploads');

export const metadata: Metadata = { title: SECTION.label };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function RefusedUploadsPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  const params = await loadRefusedUploadsParams(searchParams);
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.refusedUpload.list.queryOptions(toRefusedUploadsQuery(params))),
    queries.prefetchQuery(
      trpc.refusedUpload.keys.queryOptions({ days: toRefusedUploadsQuery(params).days }),
    ),
    ...(params.upload === null
      ? []
      : [queries.prefetchQuery(trpc.refusedUpload.get.queryOptions({ id: params.upload }))]),
  ]);
  return (
    <Hydrated>
      <RefusedUploadsView />
    </Hydrated>
  );
}
