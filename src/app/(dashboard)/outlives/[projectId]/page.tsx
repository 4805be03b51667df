import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { projectTitle } from '@/domain/identifiers/project-name';
import { OutlivesView } from '@/features/support-promise/detail/view';
import { loadOutlives } from '@/features/support-promise/query';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/outlives/[projectId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const told = await loadOutlives((await params).projectId);
  if (!told) return { title: 'No such project' };
  return { title: `What ${projectTitle(told.project.name).title} outlives` };
}

export default async function OutlivesPage({ params }: Props) {
  await requirePagePrincipal();
  const told = await loadOutlives((await params).projectId);
  if (!told) notFound();
  return (
    <Hydrated>
      <OutlivesView initial={told} today={await pageToday()} />
    </Hydrated>
  );
}
