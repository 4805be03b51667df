import { cache } from 'react';
import { callServer, isRefused } from '@/trpc/server';
import type { ProductPage } from '@/features/catalog/types';

/** A product as the reader's organization sees it, read once for each request; null when there is none. */
export const loadProduct = cache(async (slug: string): Promise<ProductPage | null> => {
  try {
    return await callServer.catalog.page({ slug });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});
