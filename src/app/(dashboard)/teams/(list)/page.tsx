import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadTeamsParams } from '@/features/team/params';
import { prefetchTeams } from '@/features/team/query';
import { TeamsView } from '@/features/team/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Teams' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function TeamsPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchTeams(await loadTeamsParams(searchParams));
  return (
    <Hydrated>
      <TeamsView />
    </Hydrated>
  );
}
