import { z } from 'zod';
import { nameInput } from '@/server/platform/trpc/inputs';
import { useOfCycle } from './service/products';
import { permittedToList } from '@/server/platform/trpc/init';

export const getCycleUseInput = z.object({
  /** The name of a product, as advice has it. */
  product: nameInput,
  cycle: nameInput,
});

export const getCycleUseOutput = z.object({
  /** Image tags that hold it now. */
  images: z.number().int(),
  /** The software by which they do, of each package type. */
  softwareIds: z.array(z.guid()),
});

/** Counts the images that run a release cycle already, for those who are told to move to it. */
export const getCycleUse = permittedToList('inventory:read')
  .input(getCycleUseInput)
  .output(getCycleUseOutput)
  .query(({ ctx, input }) => useOfCycle(ctx.deps, ctx.principal.organizationId, input));
