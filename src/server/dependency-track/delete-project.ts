import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { deleteTrackedProject } from './service/projects';

export const deleteVersionInput = z.object({ uuid: recordId });

export const deleteVersionOutput = z.void();

export const deleteVersionMeta = rest({
  ...{ method: 'DELETE', path: '/v1/project/{uuid}', summary: 'Delete a version of a project' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
  success: 204,
});

export const deleteVersion = permitted('project:delete')
  .meta(deleteVersionMeta)
  .input(deleteVersionInput)
  .output(deleteVersionOutput)
  .mutation(({ ctx, input }) => deleteTrackedProject(ctx.deps, ctx.principal, input.uuid));
