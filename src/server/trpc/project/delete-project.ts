import { deleteProject as remove } from '@/server/project/service';
import { permitted } from '../init';
import {
  deleteProjectInput,
  deleteProjectMeta,
  deleteProjectOutput,
} from './delete-project.schema';

export const deleteProject = permitted('project:delete')
  .meta(deleteProjectMeta)
  .input(deleteProjectInput)
  .output(deleteProjectOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
