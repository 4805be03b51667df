import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { nameOfProject } from './service';

export const getProjectNameInput = z.object({ projectId: recordId });

/** Null: there is no such project, or none any more. */
export const getProjectNameOutput = z.object({ name: z.string().nullable() });

/** Gives the name of one project, for pages that are narrowed to it: an organization may have thousands. */
export const getProjectName = permitted('inventory:read')
  .input(getProjectNameInput)
  .output(getProjectNameOutput)
  .query(async ({ ctx, input }) => ({
    name: await nameOfProject(ctx.deps, ctx.principal.organizationId, input.projectId),
  }));
