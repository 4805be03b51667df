import { z } from 'zod';
import { clearOverride as clear } from './service/overrides';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { ownDateRecord } from './dto';

export const clearOverride = permitted('catalog:manage')
  .input(z.object({ id: recordId }))
  .output(ownDateRecord)
  .mutation(({ ctx, input }) => clear(ctx.deps, ctx.principal, input.id));
