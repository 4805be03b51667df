import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { promiseRecord } from './dto';
import { deletePromise as remove } from './service/promises';

export const deletePromiseInput = z.object({ id: recordId });

export const deletePromiseOutput = promiseRecord;

export const deletePromiseMeta = rest({
  method: 'DELETE',
  path: '/projects/{id}/support_promise',
  summary: 'Take back what is promised of a project',
  description: 'Gives what was promised. The audit log keeps it.',
  tag: 'Support promises',
  errors: [404],
});

export const deletePromise = permitted('promise:write')
  .meta(deletePromiseMeta)
  .input(deletePromiseInput)
  .output(deletePromiseOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
