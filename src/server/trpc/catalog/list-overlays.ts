import { z } from 'zod';
import { listOverlays as list } from '@/server/catalog/own-products';
import { permitted } from '../init';
import { ownDateRecord, ownProductRecord } from './overlay-record.schema';

export const listOverlays = permitted('catalog:read')
  .output(z.object({ products: z.array(ownProductRecord), dates: z.array(ownDateRecord) }))
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
