import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadAuditParams, toAuditQuery } from '@/features/audit/params';
import { InstallationAuditView } from '@/features/operator/audit/view';
import { isPageOperator, requirePageOperator } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

/** To others not even the title says that there is such a page. */
export async function generateMetadata(): Promise<Metadata> {
  return (await isPageOperator()) ? { title: 'Audit log' } : {};
}

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function InstallationAuditPage({ searchParams }: Props) {
  await requirePageOperator();
  const query = toAuditQuery(await loadAuditParams(searchParams));
  await pageQueryClient().prefetchQuery(trpc.operator.auditEvents.queryOptions(query));
  return (
    <Hydrated>
      <InstallationAuditView />
    </Hydrated>
  );
}
