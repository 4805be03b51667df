import { pageQueryClient, trpc } from '@/trpc/server';
import { toSoftwareQuery, type SoftwareParams } from './search-params';

/**
 * Reads what the software list shows first. A failure is not thrown here: the browser tries again, and says
 * what happened.
 */
export async function prefetchSoftware(params: SoftwareParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.software.listForDashboard.queryOptions(toSoftwareQuery(params))),
    queries.prefetchQuery(trpc.software.types.queryOptions()),
    queries.prefetchQuery(trpc.scanner.projects.queryOptions()),
  ]);
}
