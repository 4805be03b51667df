import { z } from 'zod';
import { readerIdOf } from '@/server/platform/auth/principal';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { cluster, runningOwner, support } from './list-clusters';
import { getCluster as get } from './service/clusters';

export const getClusterInput = z.object({ id: recordId, owner: runningOwner });

const part = z.object({
  text: z.string().nullable().describe('As the node tells it; null when nothing does'),
  support,
});

export const getClusterOutput = cluster
  .extend({
    nodeList: z
      .array(
        z.object({
          name: z.string(),
          kubelet: part,
          runtime: part,
          system: part.describe('The operating system, as far as its name or its kernel tell it'),
        }),
      )
      .describe('By name'),
    namespaceList: z.array(
      cluster.pick({ containers: true, states: true }).extend({ name: z.string() }),
    ),
  })
  .meta({ id: 'ClusterDetail' });

export const getClusterMeta = rest({
  method: 'GET',
  path: '/clusters/{id}',
  summary: 'Get a Kubernetes cluster',
  description:
    'A cluster with its nodes and namespaces. With an `owner`, the numbers and namespaces of what runs of theirs.',
  tag: 'Clusters',
  errors: [404],
});

export const getCluster = permitted('inventory:read')
  .meta(getClusterMeta)
  .input(getClusterInput)
  .output(getClusterOutput)
  .query(({ ctx, input: { id, owner } }) => {
    const readerId = readerIdOf(ctx.principal);
    return get(ctx.deps, ctx.principal.organizationId, id, { owner, readerId });
  });
