import { z } from 'zod';
import {
  anchoreInventory,
  readAnchoreInventory,
  readXeolInventory,
  xeolInventory,
} from '@/domain/cluster/inventory';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { storeInventory } from './service/reports';

export const uploadAnchoreInventoryInput = z.object({ body: anchoreInventory });
export const uploadXeolInventoryInput = z.object({ body: xeolInventory });

export const inventoryAnswer = z
  .object({
    cluster_id: z.guid(),
    cluster: z.string(),
    containers: z.number().int().min(0).describe('Containers of workloads that are kept of it'),
    nodes: z.number().int().min(0).nullable().describe('Null when the client tells of none'),
    url: z.url().describe('The page of the cluster'),
  })
  .meta({
    id: 'InventoryAnswer',
    example: {
      cluster_id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
      cluster: 'production',
      containers: 214,
      nodes: 6,
      url: 'https://eventide.example.com/clusters/01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
    },
  });

const description =
  'What the report lists takes the place of all that was last known to run in the cluster: what it does not list no longer runs.';

export const uploadAnchoreInventoryMeta = rest({
  method: 'POST',
  path: '/v2/kubernetes-inventory',
  summary: 'Take the inventory of a Kubernetes cluster',
  description: `For \`k8s-inventory\` of Anchore, which sends its password by \`Basic\`: the key. ${description}`,
  tag: 'Clusters',
  errors: [409],
  body: 'cluster-report',
  atRoot: true,
});

export const uploadXeolInventoryMeta = rest({
  method: 'PUT',
  path: '/v1/inventories',
  summary: 'Take the inventory of xeol’s agent',
  description: `For \`xeol-agent\`. ${description}`,
  tag: 'Clusters',
  errors: [409],
  body: 'cluster-report',
  atRoot: true,
});

export const uploadAnchoreInventory = permitted('cluster:report')
  .meta(uploadAnchoreInventoryMeta)
  .input(uploadAnchoreInventoryInput)
  .output(inventoryAnswer)
  .mutation(({ ctx, input }) =>
    storeInventory(ctx.deps, ctx.principal, readAnchoreInventory(input.body)),
  );

export const uploadXeolInventory = permitted('cluster:report')
  .meta(uploadXeolInventoryMeta)
  .input(uploadXeolInventoryInput)
  .output(inventoryAnswer)
  .mutation(({ ctx, input }) =>
    storeInventory(ctx.deps, ctx.principal, readXeolInventory(input.body)),
  );
