import { hrefs } from '@/features/hrefs';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Stack } from '@/components/layout/stack';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { projectTitle } from '@/domain/identifiers/project-name';
import { TrendCard } from '@/features/analytics/card';
import { ALL_TRENDS } from '@/features/analytics/params';
import { SOFTWARE_NOUN } from '@/features/names/image';
import { loadProject, prefetchProject } from '@/features/project/query';
import { ProjectOwner } from '@/features/project/detail/owner/card';
import { ProjectHeader, ProjectImages } from '@/features/project/detail/view';
import { loadProjectPageParams } from '@/features/project/detail/params';
import { CoveredSoftware } from '@/features/contract/held/card';
import { HeldWaivers } from '@/features/waiver/held/card';
import { ProjectPromise } from '@/features/support-promise/card';
import { ProjectRetirement } from '@/features/retirement/project/card';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/projects/[projectId]'>;

const TREND_HEIGHT_PX = 180;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const project = await loadProject((await params).projectId);
  return { title: project ? projectTitle(project.name).title : 'No such project' };
}

export default async function ProjectPage({ params, searchParams }: Props) {
  await requirePagePrincipal();
  const project = await loadProject((await params).projectId);
  if (!project) notFound();
  const { id, states } = project;
  const today = await pageToday();
  await prefetchProject(project, await loadProjectPageParams(searchParams));
  return (
    <Hydrated>
      <Stack>
        <ProjectHeader project={project} today={today} />
        <ProjectOwner projectId={id} />
        <ProjectRetirement projectId={id} />
        <ProjectPromise projectId={id} />
        <StackedStatusBar
          counts={states}
          noun={SOFTWARE_NOUN}
          hrefFor={(state) => hrefs.softwareList({ project: id, state })}
        />
        <HeldWaivers project={project.name} />
        <CoveredSoftware place={{ in: 'project', id }} today={today} />
        <TrendCard scope={{ ...ALL_TRENDS, projectId: id }} heightPx={TREND_HEIGHT_PX} />
        <ProjectImages projectId={id} today={today} />
      </Stack>
    </Hydrated>
  );
}
