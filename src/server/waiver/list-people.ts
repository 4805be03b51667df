import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { listWaiverPeople as list } from './service/people';

export const listWaiverPeopleOutput = z.array(z.object({ name: z.string(), email: z.string() }));

/** Lists the members who can answer for a waiver, by name. */
export const listWaiverPeople = permitted('waiver:ask')
  .output(listWaiverPeopleOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
