import { cache } from 'react';
import type { Outputs } from '@/trpc/outputs';
import { callServer, isRefused } from '@/trpc/server';

/** Reads a channel of the reader's organization, once for each request; null when there is none by this id. */
export const loadChannel = cache(async (id: string): Promise<Outputs['channel']['get'] | null> => {
  try {
    return await callServer.channel.get({ id });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});
