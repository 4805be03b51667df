import { listHoldingProjects as list } from '@/server/software/dashboard/detail';
import { permitted } from '../init';
import {
  listHoldingProjectsInput,
  listHoldingProjectsOutput,
} from './list-holding-projects.schema';

/** The projects whose images hold some software, by name. */
export const listHoldingProjects = permitted('inventory:read')
  .input(listHoldingProjectsInput)
  .output(listHoldingProjectsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
