import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { can } from '@/domain/roles/permissions';
import { loadCompanionParams, toProjectsQuery } from '@/features/dependency-track/companion/params';
import { CompanionView } from '@/features/dependency-track/companion/view';
import { sectionOf } from '@/features/settings/nav';
import { NotForYou } from '@/features/settings/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('dependency-track');

export const metadata: Metadata = { title: SECTION.label };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function DependencyTrackPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  const params = await loadCompanionParams(searchParams);
  const queries = pageQueryClient();
  await queries.prefetchQuery(trpc.companion.find.queryOptions());
  if (queries.getQueryData(trpc.companion.find.queryKey())) {
    await queries.prefetchQuery(trpc.companion.projects.queryOptions(toProjectsQuery(params)));
  }
  return (
    <Hydrated>
      <CompanionView />
    </Hydrated>
  );
}
