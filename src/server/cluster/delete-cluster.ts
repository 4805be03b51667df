import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { deleteCluster as remove } from './service/clusters';

export const deleteClusterInput = z.object({ id: recordId });

export const deleteClusterOutput = z.void();

export const deleteClusterMeta = rest({
  method: 'DELETE',
  path: '/clusters/{id}',
  summary: 'Forget a Kubernetes cluster',
  description:
    'Forgets what ran in it; images that were scanned stay. A cluster that still reports comes back with its next report.',
  tag: 'Clusters',
  errors: [404],
  success: 204,
});

export const deleteCluster = permitted('cluster:delete')
  .meta(deleteClusterMeta)
  .input(deleteClusterInput)
  .output(deleteClusterOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
