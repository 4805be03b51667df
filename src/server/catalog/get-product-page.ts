import { z } from 'zod';
import { day, moveAdvice } from '@/server/platform/trpc/outputs';
import { ownDateRecord, ownProductRecord, productRecord } from './dto';
import { getProductPage as get } from './service/product-page';
import { permitted } from '@/server/platform/trpc/init';
import { getProductInput } from './get-product';

/** An end that images are judged by. */
const judgedEnd = z.object({
  ends_on: day.nullable(),
  /** False: it ended on an unknown day, and `ends_on` is the day it was first seen. */
  ends_on_known: z.boolean(),
  /** The release cycle that the end was concluded from, where nobody says it. */
  estimated_from: z.string().nullable(),
});

export const getProductPageOutput = z.object({
  product: productRecord,
  /** Image tags that hold any of its cycles now. */
  images: z.number().int(),
  /** Where to move from each cycle, in the order of the product's cycles. */
  advice: z.array(moveAdvice.extend({ cycle: z.string() })),
  /**
   * The ends that images are judged by, of the cycles that they hold: by a contract, or a scanner's where the catalog has none.
   * Of a cycle that a contract covers in some places alone, the end without it.
   */
  ends_here: z.array(judgedEnd.extend({ cycle: z.string() })),
  /** Cycles that images hold and the catalog does not know, with the ends that the images are judged by. */
  other_cycles: z.array(judgedEnd.extend({ name: z.string(), images: z.number().int() })),
  /** The catalog of others that it was read from; null for any other product. */
  from: z.string().nullable(),
  /** Null for callers who may not change it. `product`: the record to edit, when it is the organization's own. */
  own: z.object({ product: ownProductRecord.nullable(), dates: z.array(ownDateRecord) }).nullable(),
});

export const getProductPage = permitted('catalog:read')
  .input(getProductInput)
  .output(getProductPageOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal, input.slug));
