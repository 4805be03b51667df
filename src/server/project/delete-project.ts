import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deleteProject as remove } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const deleteProjectInput = z.object({ id: recordId });

export const deleteProjectOutput = z.void();

export const deleteProjectMeta = rest({
  method: 'DELETE',
  path: '/projects/{id}',
  summary: 'Delete a project',
  description:
    'Hides the project with its images and findings at once. Past points of the trends stay as they were; uploading to the same name starts it anew.',
  tag: 'Projects',
  errors: [404],
  success: 204,
});

export const deleteProject = permitted('project:delete')
  .meta(deleteProjectMeta)
  .input(deleteProjectInput)
  .output(deleteProjectOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
