import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';
import { listOwnTrail } from './service/sign-in';
import { personProcedure } from '@/server/platform/trpc/init';

export const listTrailOutput = z.array(
  z.object({
    id: z.guid(),
    at: instant,
    action: z.string(),
    by: z.string().nullable(),
    remoteAddress: z.string(),
    count: z.number().nullable(),
    lastAt: instant.nullable(),
  }),
);

/** Lists the events of the person's own account. */
export const listTrail = personProcedure
  .output(listTrailOutput)
  .query(({ ctx: { deps, caller } }) => listOwnTrail(deps, caller));
