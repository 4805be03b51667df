import { z } from 'zod';

export const listProductsOutput = z.array(
  z.object({ productName: z.string(), hasNote: z.boolean() }),
);
