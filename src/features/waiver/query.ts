import { cache } from 'react';
import { callServer, isRefused } from '@/trpc/server';
import type { WaiverDetail } from './types';

/** Reads a waiver of the reader's organization, once for each request; null when there is none by this id. */
export const loadWaiver = cache(async (id: string): Promise<WaiverDetail | null> => {
  try {
    return await callServer.waiver.get({ id });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});
