import { NoSuchDay } from '@/features/frame/no-such-day';
import { hrefs } from '@/features/hrefs';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Stack } from '@/components/layout/stack';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { projectTitle } from '@/domain/identifiers/project-name';
import { TrendCard } from '@/features/analytics/card';
import { ALL_TRENDS } from '@/features/analytics/params';
import { SOFTWARE_NOUN } from '@/features/names/image';
import {
  loadPastProject,
  loadProject,
  prefetchProjectImages,
  prefetchProject,
} from '@/features/project/query';
import { ProjectOwner } from '@/features/project/detail/owner/card';
import { PastProjectView } from '@/features/project/detail/past/view';
import { ProjectHeader, ProjectImages } from '@/features/project/detail/view';
import { loadProjectPageParams } from '@/features/project/detail/params';
import { CoveredSoftware } from '@/features/contract/held/card';
import { HeldWaivers } from '@/features/waiver/held/card';
import { ProjectPromise } from '@/features/support-promise/card';
import { ProjectRetirement } from '@/features/retirement/project/card';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageDay, pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/projects/[projectId]'>;

const TREND_HEIGHT_PX = 180;

/** The day that the address asks for; null: now. */
async function dayOf({ searchParams }: Props) {
  return pageDay((await loadProjectPageParams(searchParams)).as_of);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { projectId } = await props.params;
  const day = await dayOf(props);
  const project =
    day === null ? await loadProject(projectId) : await loadPastProject(projectId, day);
  if (project === 'refused') return { title: 'No such day' };
  return { title: project ? projectTitle(project.name).title : 'No such project' };
}

export default async function ProjectPage(props: Props) {
  await requirePagePrincipal();
  const { projectId } = await props.params;
  const address = await loadProjectPageParams(props.searchParams);
  const today = await pageToday();
  const day = await dayOf(props);
  if (day !== null) {
    const past = await loadPastProject(projectId, day);
    if (past === null) notFound();
    if (past === 'refused') return <NoSuchDay now={hrefs.project(projectId)} />;
    await prefetchProjectImages(past.id, address);
    return (
      <Hydrated>
        <PastProjectView project={past} {...{ day, today }} />
      </Hydrated>
    );
  }
  const project = await loadProject(projectId);
  if (!project) notFound();
  const { id, states } = project;
  await prefetchProject(project, address);
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
        <ProjectImages projectId={id} />
      </Stack>
    </Hydrated>
  );
}
