import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { ProjectsView } from '@/features/project/view';
import { loadProjectsParams, toProjectsQuery } from '@/features/project/params';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Projects' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function ProjectsPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const query = toProjectsQuery(await loadProjectsParams(searchParams));
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.project.listForDashboard.queryOptions(query)),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
  ]);
  return (
    <Hydrated>
      <ProjectsView />
    </Hydrated>
  );
}
