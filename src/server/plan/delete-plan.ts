import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { planRecord } from './dto';
import { deletePlan as remove } from './service/plans';

export const deletePlanInput = z.object({ id: recordId });

export const deletePlanOutput = planRecord;

export const deletePlanMeta = rest({
  method: 'DELETE',
  path: '/plans/{id}',
  summary: 'Delete a plan',
  description:
    'For its owner, the people of the team that sees to it or that it is for, whoever made it, and admins. One that is done needs no deletion: it shows what was moved.',
  tag: 'Plans',
  errors: [404],
});

export const deletePlan = permitted('plan:write')
  .meta(deletePlanMeta)
  .input(deletePlanInput)
  .output(deletePlanOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
