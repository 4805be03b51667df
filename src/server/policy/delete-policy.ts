import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deletePolicy as remove } from './service/policies';
import { permitted } from '@/server/platform/trpc/init';

export const deletePolicyInput = z.object({ id: recordId });

export const deletePolicyOutput = z.void();

export const deletePolicyMeta = rest({
  method: 'DELETE',
  path: '/v1/policy/{id}',
  summary: 'Delete a policy',
  tag: 'Policies',
  errors: [404],
  success: 204,
  atRoot: true,
});

export const deletePolicy = permitted('policy:write')
  .meta(deletePolicyMeta)
  .input(deletePolicyInput)
  .output(deletePolicyOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
