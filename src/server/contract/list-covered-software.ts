import { z } from 'zod';
import { supportRecord } from '@/server/coverage/dto';
import { permittedToList } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { coveredSoftware } from './service/list';

/** Lists the software that contracts cover in a project, or in what runs in a cluster, for the page of it. */
export const listCoveredSoftware = permittedToList('contract:read')
  .input(
    z.discriminatedUnion('in', [
      z.object({ in: z.literal('project'), id: recordId }),
      z.object({ in: z.literal('cluster'), id: recordId }),
    ]),
  )
  .output(
    z.array(
      z.object({
        id: z.guid(),
        productName: z.string(),
        cycle: z.string(),
        artifactType: z.string(),
        images: z.number().int(),
        contract: supportRecord.nullable(),
      }),
    ),
  )
  .query(({ ctx, input }) => coveredSoftware(ctx.deps, ctx.principal.organizationId, input));
