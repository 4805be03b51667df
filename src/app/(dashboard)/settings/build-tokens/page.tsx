import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { BuildTokensView } from '@/features/build-token/view';
import { sectionOf } from '@/features/settings/nav';
import { NotForYou } from '@/features/settings/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('build-tokens');

export const metadata: Metadata = { title: SECTION.label };

export default async function BuildTokensPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.buildToken.list.queryOptions()),
    queries.prefetchQuery(trpc.buildToken.refused.queryOptions()),
    queries.prefetchQuery(trpc.scanner.setup.queryOptions()),
  ]);
  return (
    <Hydrated>
      <BuildTokensView />
    </Hydrated>
  );
}
