import { cache } from 'react';
import { prefetchChosenProject } from '@/features/names/query';
import type { Outputs } from '@/trpc/outputs';
import { pageQueryClient, trpc, callServer, isRefused, readAsOf } from '@/trpc/server';
import { toImagesFilter, toImagesQuery, type ImagesParams } from './params';

/** All of one image. */
export type ImageDetail = Outputs['image']['get'];
/** The same when a day was over. */
export type PastImage = Outputs['image']['getPast'];
export type PastFinding = PastImage['findings'][number];
/** One software cycle in an image, with its packages. */
export type ImageFinding = Outputs['image']['findings'][number];
export type ImageComponent = Outputs['image']['components']['items'][number];
export type ImageScan = Outputs['image']['scans']['items'][number];

/**
 * Reads what the images list shows first. A failure is not thrown here: the browser tries again, and says
 * what happened.
 */
export async function prefetchImages(params: ImagesParams): Promise<void> {
  const queries = pageQueryClient();
  const list = trpc.image.listForDashboard.queryOptions(toImagesQuery(params));
  await Promise.all([
    queries.prefetchQuery(list),
    queries.prefetchQuery(trpc.image.states.queryOptions(toImagesFilter(params))),
    prefetchChosenProject(params.project),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    queries.prefetchQuery(trpc.cluster.names.queryOptions()),
    queries.prefetchQuery(trpc.retirement.counts.queryOptions({ projectId: null })),
    queries.prefetchQuery(trpc.retirement.rules.queryOptions()),
  ]);
  // While there is nothing, the page tells how to begin.
  if (queries.getQueryData(list.queryKey)?.total !== 0) return;
  await Promise.all([
    queries.prefetchQuery(trpc.scanner.setup.queryOptions()),
    queries.prefetchQuery(trpc.organization.admins.queryOptions()),
  ]);
}

/** Reads an image of the reader's organization, once for each request; null when there is none by this id. */
export const loadImage = cache(async (imageTagId: string): Promise<ImageDetail | null> => {
  try {
    return await callServer.image.get({ imageTagId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads an image of the reader's organization as it was when a day was over, also one that is gone by now. */
export const loadPastImage = cache((imageTagId: string, asOf: string) =>
  readAsOf(() => callServer.image.getPast({ imageTagId, asOf })),
);
