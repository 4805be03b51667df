import { z } from 'zod';
import { adminsOf } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const listAdminsOutput = z.array(z.object({ name: z.string(), email: z.string() }));

/** Lists the people to ask for what the reader's own role does not allow. */
export const listAdmins = permitted('organization:read')
  .output(listAdminsOutput)
  .query(({ ctx }) => adminsOf(ctx.deps, ctx.principal.organizationId));
