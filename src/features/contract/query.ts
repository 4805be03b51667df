import { cache } from 'react';
import { callServer, isRefused, pageQueryClient, trpc } from '@/trpc/server';
import { toContractsQuery, type ContractsParams } from './params';
import type { ContractDetail } from './types';

/** Reads a contract of the reader's organization, once for each request; null when there is none by this id. */
export const loadContract = cache(async (id: string): Promise<ContractDetail | null> => {
  try {
    return await callServer.contract.get({ id });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads what the list shows first. A failure is not thrown here: the browser tries again, and says what happened. */
export async function prefetchContracts(params: ContractsParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.contract.list.queryOptions(toContractsQuery(params))),
    queries.prefetchQuery(trpc.contract.vendors.queryOptions()),
  ]);
}

/** Reads what the form offers to choose from. */
export async function prefetchChoices(): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.contract.vendors.queryOptions()),
    queries.prefetchQuery(trpc.software.products.queryOptions()),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    queries.prefetchQuery(trpc.scanner.projects.queryOptions()),
  ]);
}

/** Reads what was done to a contract; the browser tries again what fails. */
export async function prefetchHistory(id: string): Promise<void> {
  await pageQueryClient().prefetchQuery(trpc.contract.history.queryOptions({ id }));
}
