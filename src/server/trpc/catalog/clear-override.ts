import { z } from 'zod';
import { clearOverride as clear } from '@/server/catalog/overrides';
import { permitted } from '../init';
import { recordId } from '../inputs';
import { ownDateRecord } from './overlay-record.schema';

export const clearOverride = permitted('catalog:manage')
  .input(z.object({ id: recordId }))
  .output(ownDateRecord)
  .mutation(({ ctx, input }) => clear(ctx.deps, ctx.principal, input.id));
