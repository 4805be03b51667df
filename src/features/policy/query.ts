import { cache } from 'react';
import { callServer, isRefused } from '@/trpc/server';
import type { PolicyRecord } from './types';

/** A policy of the reader's organization, read once for each request; null when there is none by this id. */
export const loadPolicy = cache(async (policyId: string): Promise<PolicyRecord | null> => {
  try {
    return await callServer.policy.get({ id: policyId });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});
