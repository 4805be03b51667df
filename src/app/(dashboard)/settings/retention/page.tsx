import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { RetentionView } from '@/features/retention/setting/view';
import { sectionOf } from '@/features/settings/nav';
import { NotForYou } from '@/features/settings/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('retention');

export const metadata: Metadata = { title: SECTION.label };

export default async function RetentionPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  const queries = pageQueryClient();
  await queries.prefetchQuery(trpc.retention.rules.queryOptions());
  return (
    <Hydrated>
      <RetentionView />
    </Hydrated>
  );
}
