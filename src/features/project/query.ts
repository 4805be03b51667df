import { cache } from 'react';
import { toImagesFilter, toImagesQuery } from '@/features/image/params';
import { HELD_STATES, heldQuery } from '@/features/waiver/held/params';
import type { Outputs } from '@/trpc/outputs';
import { callServer, isRefused, pageQueryClient, readAsOf, trpc } from '@/trpc/server';
import type { ProjectPageParams } from './detail/params';

type ProjectDetail = Outputs['project']['get'];
/** A project when a day was over. */
export type PastProject = Outputs['project']['getPast'];

/** Reads a project of the reader's organization, once for each request; null when there is none by this id. */
export const loadProject = cache(async (projectId: string): Promise<ProjectDetail | null> => {
  try {
    return await callServer.project.get({ projectId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads a project of the reader's organization as it was when a day was over, also one that is gone by now. */
export const loadPastProject = cache((projectId: string, asOf: string) =>
  readAsOf(() => callServer.project.getPast({ projectId, asOf })),
);

/** Reads the images that a project's page shows first, now or as of a day. A failure is not thrown here, either. */
export async function prefetchProjectImages(
  projectId: string,
  params: ProjectPageParams,
): Promise<void> {
  const queries = pageQueryClient();
  const images = { ...params, project: projectId, owner: null };
  await Promise.all([
    queries.prefetchQuery(trpc.image.listForDashboard.queryOptions(toImagesQuery(images))),
    queries.prefetchQuery(trpc.image.states.queryOptions(toImagesFilter(images))),
  ]);
}

/**
 * Reads what a project's page shows first; the browser loads the trend. A failure is not thrown here: the
 * browser tries again, and says what happened.
 */
export async function prefetchProject(
  { id: projectId, name }: Pick<ProjectDetail, 'id' | 'name'>,
  params: ProjectPageParams,
): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    prefetchProjectImages(projectId, params),
    queries.prefetchQuery(trpc.team.ownerOf.queryOptions({ id: projectId })),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    queries.prefetchQuery(trpc.cluster.names.queryOptions()),
    queries.prefetchQuery(trpc.retirement.counts.queryOptions({ projectId })),
    queries.prefetchQuery(trpc.retirement.rules.queryOptions()),
    queries.prefetchQuery(trpc.retirement.projectRule.queryOptions({ id: projectId })),
    queries.prefetchQuery(trpc.contract.covered.queryOptions({ in: 'project', id: projectId })),
    ...HELD_STATES.map((state) =>
      queries.prefetchQuery(trpc.waiver.list.queryOptions(heldQuery(state, { project: name }))),
    ),
  ]);
}
