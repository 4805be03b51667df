import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { contractRecord } from './dto';
import { deleteContract as remove } from './service/contracts';

export const deleteContractInput = z.object({ id: recordId });

export const deleteContractOutput = contractRecord;

export const deleteContractMeta = rest({
  method: 'DELETE',
  path: '/contracts/{id}',
  summary: 'Delete a contract',
  description:
    'As if it had never been: what it covered has its end upstream again, in the past as well. One that has ended needs no deletion.',
  tag: 'Contracts',
  errors: [404],
});

export const deleteContract = permitted('contract:write')
  .meta(deleteContractMeta)
  .input(deleteContractInput)
  .output(deleteContractOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
