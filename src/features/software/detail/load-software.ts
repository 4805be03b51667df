import { cache } from 'react';
import { callServer, isRefused } from '@/trpc/server';
import type { SoftwareDetail } from '../software-types';

/** Software of the reader's organization, read once for each request; null when there is none by this id. */
export const loadSoftware = cache(async (softwareId: string): Promise<SoftwareDetail | null> => {
  try {
    return await callServer.software.get({ softwareId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});
