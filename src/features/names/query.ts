import { pageQueryClient, trpc } from '@/trpc/server';

/** Reads the projects of a filter that names one, so that its name is there; else they are read once they are wanted. */
export async function prefetchChosenProject(project: string | null): Promise<void> {
  if (project === null) return;
  await pageQueryClient().prefetchQuery(trpc.scanner.projects.queryOptions());
}
