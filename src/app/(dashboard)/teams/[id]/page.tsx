import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TeamView } from '@/features/team/detail/view';
import { loadTeam, prefetchTeam } from '@/features/team/query';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { callServer, Hydrated } from '@/trpc/server';

type Props = PageProps<'/teams/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const team = await loadTeam((await params).id);
  return { title: team ? team.name : 'No such team' };
}

export default async function TeamPage({ params }: Props) {
  const { organizationId } = await requirePagePrincipal();
  const team = await loadTeam((await params).id);
  if (!team) notFound();
  const { idp_id: idpOrgId } = await callServer.organization.get({ id: organizationId });
  await prefetchTeam(team.id, idpOrgId);
  return (
    <Hydrated>
      <TeamView teamId={team.id} idpOrgId={idpOrgId} today={await pageToday()} />
    </Hydrated>
  );
}
