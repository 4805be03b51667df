import { cache } from 'react';
import { callServer, isRefused } from '@/trpc/server';
import type { Outputs } from '@/trpc/outputs';

export type ProjectDetail = Outputs['project']['get'];

/** A project of the reader's organization, read once for each request; null when there is none by this id. */
export const loadProject = cache(async (projectId: string): Promise<ProjectDetail | null> => {
  try {
    return await callServer.project.get({ projectId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});
