import { z } from 'zod';
import { listPolicyRecords as list } from './service/policies';
import { permitted } from '@/server/platform/trpc/init';
import { policyRecord } from './dto';

/** Lists the policies of both types as they were written, oldest first, for the policies page. */
export const listPolicyRecords = permitted('policy:read')
  .output(z.array(policyRecord))
  .query(({ ctx }) => list(ctx.deps, ctx.principal));
