import { z } from 'zod';
import { starterProduct } from '@/domain/catalog/starter-product';
import { saveOwnProduct as save } from '@/server/catalog/own-products';
import { permitted } from '../init';
import { ownProductRecord, reasonInput } from './overlay-record.schema';

export const saveOwnProduct = permitted('catalog:manage')
  .input(z.object({ product: starterProduct, reason: reasonInput }))
  .output(ownProductRecord)
  .mutation(({ ctx, input }) => save(ctx.deps, ctx.principal, input));
