import { cache } from 'react';
import { callServer, isRefused } from '@/trpc/server';
import type { ImageDetail } from '../image-types';

/** An image of the reader's organization, read once for each request; null when there is none by this id. */
export const loadImage = cache(async (imageTagId: string): Promise<ImageDetail | null> => {
  try {
    return await callServer.image.get({ imageTagId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});
