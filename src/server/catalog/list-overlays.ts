import { z } from 'zod';
import { listOverlays as list } from './service/own-products';
import { permitted } from '@/server/platform/trpc/init';
import { ownDateRecord, ownProductRecord } from './dto';

export const listOverlays = permitted('catalog:read')
  .output(z.object({ products: z.array(ownProductRecord), dates: z.array(ownDateRecord) }))
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
