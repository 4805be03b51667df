import { z } from 'zod';
import { starterProduct } from '@/domain/catalog/starter-product';
import { saveOwnProduct as save } from './service/own-products';
import { permitted } from '@/server/platform/trpc/init';
import { ownProductRecord, reasonInput } from './dto';

export const saveOwnProduct = permitted('catalog:manage')
  .input(z.object({ product: starterProduct, reason: reasonInput }))
  .output(ownProductRecord)
  .mutation(({ ctx, input }) => save(ctx.deps, ctx.principal, input));
