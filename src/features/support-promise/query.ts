import { cache } from 'react';
import { callServer, isRefused, pageQueryClient, trpc } from '@/trpc/server';
import type { PromisesParams } from './params';
import type { Outlives } from './types';

/** Reads what in a project ends before its promise, once for each request; null when there is no such project. */
export const loadOutlives = cache(async (id: string): Promise<Outlives | null> => {
  try {
    return await callServer.supportPromise.outlives({ id });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads what the list shows first. A failure is not thrown here: the browser tries again, and says what happened. */
export async function prefetchPromises({ page, size }: PromisesParams): Promise<void> {
  await pageQueryClient().prefetchQuery(trpc.supportPromise.list.queryOptions({ page, size }));
}
