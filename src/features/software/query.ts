import { cache } from 'react';
import { prefetchChosenProject } from '@/features/names/query';
import type { Outputs } from '@/trpc/outputs';
import { pageQueryClient, trpc, callServer, isRefused, readAsOf } from '@/trpc/server';
import { toSoftwareQuery, type SoftwareParams } from './params';

/** All of one release cycle as one artifact type. */
export type SoftwareDetail = Outputs['software']['get'];
/** The same when a day was over. */
export type PastSoftware = Outputs['software']['getPast'];
export type LifecycleCycle = SoftwareDetail['lifecycle'][number];
export type PolicyJudgement = SoftwareDetail['policy'];

/**
 * Reads what the software list shows first. A failure is not thrown here: the browser tries again, and says
 * what happened.
 */
export async function prefetchSoftware(params: SoftwareParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.software.listForDashboard.queryOptions(toSoftwareQuery(params))),
    queries.prefetchQuery(trpc.software.types.queryOptions()),
    prefetchChosenProject(params.project),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
  ]);
}

/** Reads software of the reader's organization, once for each request; null when there is none by this id. */
export const loadSoftware = cache(async (softwareId: string): Promise<SoftwareDetail | null> => {
  try {
    return await callServer.software.get({ softwareId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads software of the reader's organization as it was when a day was over. */
export const loadPastSoftware = cache((softwareId: string, asOf: string) =>
  readAsOf(() => callServer.software.getPast({ softwareId, asOf })),
);
