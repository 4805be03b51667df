import { STATES_DESCRIBED } from '@/domain/eol/words';
import { z } from 'zod';
import { DISTRIBUTIONS } from '@/domain/cluster/report';
import { EOL_STATES } from '@/domain/eol/proximity';
import { pageInput, pageOf } from '@/domain/pagination';
import { supportRecord } from '@/server/coverage/dto';
import { readerIdOf } from '@/server/platform/auth/principal';
import { ownerInput, searchInput } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { eolState, day, evidenceDegree, instant, moveAdvice } from '@/server/platform/trpc/outputs';
import { listClusters as list } from './service/clusters';

const count = z.number().int().min(0);

/** What is known of the support of something that runs. */
export const support = z
  .object({
    productName: z.string().nullable(),
    product: z.string().nullable().describe('The catalog’s slug'),
    cycle: z.string().nullable(),
    label: z.string().nullable().describe('The cycle as people read it'),
    eolDate: day
      .nullable()
      .describe(
        'When support that costs nothing more ends, or has ended; with a contract for the whole organization, the later of both ends',
      ),
    state: eolState,
    estimatedFrom: z
      .string()
      .nullable()
      .describe('Where nobody says that it has ended: the later cycle that has'),
    evidence: evidenceDegree,
    paidSupport: z
      .object({ until: day.nullable().describe('Null: no end is known') })
      .nullable()
      .describe('Present once support has ended and there is more of it for money'),
    contract: supportRecord.nullable().describe('The contract that covers it everywhere'),
    advice: moveAdvice.nullable().describe('Where to move'),
    unknown: z.string().nullable().describe('Why nothing is known; null where something is'),
  })
  .meta({ id: 'RunningSupport' });

export const cluster = z
  .object({
    id: z.guid(),
    name: z.string(),
    distribution: z
      .enum(DISTRIBUTIONS)
      .nullable()
      .describe('Who supports its version; null when nothing tells it'),
    version: z.string().nullable().describe('As its API server gives it'),
    support: support.describe('Of its version'),
    firstHeardDate: instant,
    lastHeardDate: instant,
    inventoryDate: instant
      .nullable()
      .describe('When a report last told all that runs in it; null when none has'),
    silent: z.boolean().describe('Whether nothing was heard of it for a day'),
    containers: count.describe('Containers of workloads, whatever their number of pods'),
    namespaces: count,
    states: z.record(z.enum(EOL_STATES), count).meta({
      description: `Those by the nearest end of the software in their image; ${STATES_DESCRIBED}. Those whose image was never scanned have none`,
      example: { ended: 4, soon: 1, next: 3, later: 30, unknown: 2 },
    }),
    unscanned: count.describe('Those whose image was never scanned: nothing is known of them'),
    silentContainers: count.describe('Those that were not heard of for a day'),
    nodes: count,
    kubelets: z
      .array(z.object({ version: z.string().nullable(), nodes: count, support }))
      .describe('Versions of kubelets, with the number of nodes that run each'),
  })
  .meta({ id: 'Cluster' });

export const runningOwner = ownerInput.describe(
  'Only what runs of the projects of this team, by its id; `mine`: of the teams that the caller is in, which for a key are none; `none`: of nobody. What was never scanned is of no project, and left out',
);

export const listClustersInput = z.object({
  search: searchInput('the name'),
  owner: runningOwner,
  ...pageInput,
});

export const listClustersOutput = pageOf(cluster);

export const listClustersMeta = rest({
  method: 'GET',
  path: '/clusters',
  summary: 'List Kubernetes clusters',
  description:
    'The clusters that report, by name: how long their version is supported, and how much of what runs in them has ended or was never scanned. With an `owner`, those in which something of theirs runs, and the numbers of that; nodes are the whole cluster’s.',
  tag: 'Clusters',
});

export const listClusters = permittedToList('inventory:read')
  .meta(listClustersMeta)
  .input(listClustersInput)
  .output(listClustersOutput)
  .query(({ ctx, input }) => {
    const readerId = readerIdOf(ctx.principal);
    return list(ctx.deps, ctx.principal.organizationId, { ...input, readerId });
  });
