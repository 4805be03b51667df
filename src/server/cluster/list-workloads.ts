import { z } from 'zod';
import { WORKLOAD_CHOICES, WORKLOAD_SORTS } from '@/domain/cluster/list';
import { EOL_STATES } from '@/domain/eol/proximity';
import { SORT_DIRECTIONS } from '@/domain/list';
import { pageInput, pageOf } from '@/domain/pagination';
import { readerIdOf } from '@/server/platform/auth/principal';
import { nameInput, recordId, searchInput } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { instant } from '@/server/platform/trpc/outputs';
import { runningOwner, support } from './list-clusters';
import { listWorkloads as list } from './service/clusters';

export const listWorkloadsInput = z.object({
  id: recordId,
  search: searchInput('namespace, workload, container and image'),
  namespace: nameInput.nullable().describe('Only of this namespace').optional(),
  state: z
    .enum(EOL_STATES)
    .nullable()
    .describe(
      'Only those whose image holds software of this state, and none that ends earlier; `unknown`: no known end, which is not said of an image that was never scanned',
    )
    .optional(),
  show: z
    .enum(WORKLOAD_CHOICES)
    .nullable()
    .describe('`unscanned`: whose image was never scanned; `silent`: not heard of for a day')
    .optional(),
  owner: runningOwner,
  sort: z.enum(WORKLOAD_SORTS).default('ended').describe('What the list is ordered by'),
  direction: z.enum(SORT_DIRECTIONS).default('desc'),
  ...pageInput,
});

export const JOINED_BY = ['digest', 'tag'] as const;

export const workload = z
  .object({
    id: z.guid(),
    namespace: z.string(),
    ownerKind: z.string().nullable().describe('`Deployment`; null when the report does not tell'),
    ownerName: z.string(),
    container: z.string(),
    imageName: z.string(),
    imageTag: z.string(),
    digest: z.string().nullable(),
    pods: z.number().int().nullable().describe('Null when the report does not count them'),
    lastHeardDate: instant,
    silent: z.boolean().describe('Whether it was not heard of for a day'),
    image: z
      .object({
        imageTagId: z.guid(),
        projectName: z.string(),
        joinedBy: z
          .enum(JOINED_BY)
          .describe('`tag`: only the names agree, and the tag may have been of another build'),
        states: z.record(z.enum(EOL_STATES), z.number().int()).meta({
          description: 'Software cycles in it by how near their end is',
          example: { ended: 2, soon: 0, next: 1, later: 14, unknown: 3 },
        }),
      })
      .nullable()
      .describe('The image as it was scanned; null when it never was'),
    system: z
      .object({ text: z.string(), support })
      .nullable()
      .describe('The operating system of an image that was never scanned, where a report tells it'),
  })
  .meta({ id: 'Workload' });

export const listWorkloadsOutput = pageOf(workload);

export const listWorkloadsMeta = rest({
  method: 'GET',
  path: '/clusters/{id}/workloads',
  summary: 'List what runs in a Kubernetes cluster',
  description:
    'One entry for each container of a workload and the image that it runs, the most ended software first.',
  tag: 'Clusters',
  errors: [404],
});

export const listWorkloads = permittedToList('inventory:read')
  .meta(listWorkloadsMeta)
  .input(listWorkloadsInput)
  .output(listWorkloadsOutput)
  .query(({ ctx, input: { id, ...query } }) => {
    const readerId = readerIdOf(ctx.principal);
    return list(ctx.deps, ctx.principal.organizationId, id, { ...query, readerId });
  });
