import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { can } from '@/domain/roles/permissions';
import { AuditView } from '@/features/audit/view';
import { loadAuditParams, toAuditQuery } from '@/features/audit/params';
import { NotForYou } from '@/features/settings/view';
import { sectionOf } from '@/features/settings/nav';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('audit');

export const metadata: Metadata = { title: SECTION.label };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function AuditPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  const params = await loadAuditParams(searchParams);
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.audit.list.queryOptions(toAuditQuery(params))),
    ...(params.event === null
      ? []
      : [queries.prefetchQuery(trpc.audit.get.queryOptions({ id: params.event }))]),
  ]);
  return (
    <Hydrated>
      <AuditView />
    </Hydrated>
  );
}
