import { pageQueryClient, trpc } from '@/trpc/server';

/** Reads the name of the project that a filter is set to; all others are read once they are wanted. */
export async function prefetchChosenProject(project: string | null): Promise<void> {
  if (project === null) return;
  await pageQueryClient().prefetchQuery(trpc.project.name.queryOptions({ projectId: project }));
}
