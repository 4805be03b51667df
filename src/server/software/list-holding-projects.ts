import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { asOfInput, recordId } from '@/server/platform/trpc/inputs';
import { listHoldingProjects as list } from './service/detail';
import { permittedToList } from '@/server/platform/trpc/init';

export const listHoldingProjectsInput = z.object({
  softwareId: recordId,
  asOf: asOfInput,
  ...pageInput,
});

export const listHoldingProjectsOutput = pageOf(
  z.object({
    id: z.guid(),
    name: z.string(),
    /** Images that hold the software. */
    images: z.number().int(),
  }),
);

/** Lists the projects whose images hold some software, or held it when a day was over, by name. */
export const listHoldingProjects = permittedToList('inventory:read')
  .input(listHoldingProjectsInput)
  .output(listHoldingProjectsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
