import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { RetirementRulesView } from '@/features/retirement/setting/view';
import { sectionOf } from '@/features/settings/nav';
import { NotForYou } from '@/features/settings/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('retirement');

export const metadata: Metadata = { title: SECTION.label };

export default async function RetirementRulesPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.retirement.rules.queryOptions()),
    queries.prefetchQuery(trpc.retirement.counts.queryOptions({ projectId: null })),
  ]);
  return (
    <Hydrated>
      <RetirementRulesView />
    </Hydrated>
  );
}
