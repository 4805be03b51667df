import { cache } from 'react';
import { callServer, isRefused, pageQueryClient, trpc } from '@/trpc/server';
import type { PacksParams } from './params';
import type { Pack } from './types';

/** Reads a pack of the reader's organization, once for each request; null when there is none by this id. */
export const loadPack = cache(async (id: string): Promise<Pack | null> => {
  try {
    return await callServer.pack.get({ id });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads what the list shows first. A failure is not thrown here: the browser tries again, and says what happened. */
export async function prefetchPacks({ page, size }: PacksParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.pack.list.queryOptions({ page, size })),
    queries.prefetchQuery(trpc.pack.schedules.queryOptions({})),
  ]);
}
