import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { planTerms } from './create-plan';
import { planRecord } from './dto';
import { changePlan as change } from './service/plans';

export const changePlanInput = z.object({
  id: recordId,
  body: z
    .object({
      ...planTerms,
      target_cycle: planTerms.target_cycle.optional(),
      due_on: planTerms.due_on.optional(),
    })
    .meta({ id: 'PlansPatchModel', example: { due_on: '2027-06-30', started: true } }),
});

export const changePlanOutput = planRecord;

export const changePlanMeta = rest({
  method: 'PATCH',
  path: '/plans/{id}',
  summary: 'Change a plan',
  description:
    'What is left out stays; a person or a team sees to a plan, so one takes the place of the other. Where and for what a plan is never changes.',
  tag: 'Plans',
  errors: [404],
  body: 'json',
});

export const changePlan = permitted('plan:write')
  .meta(changePlanMeta)
  .input(changePlanInput)
  .output(changePlanOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    change(ctx.deps, ctx.principal, id, {
      targetProduct: body.target_product_name ?? undefined,
      targetCycle: body.target_cycle,
      dueOn: body.due_on,
      ownerId: body.owner_id,
      ownerTeamId: body.owner_team_id,
      ticket: body.ticket,
      note: body.note,
      started: body.started,
    }),
  );
