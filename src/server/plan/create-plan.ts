import { z } from 'zod';
import { isTicketLink, MAX_PLAN_NOTE, MAX_TICKET_LENGTH, PLAN_SCOPES } from '@/domain/plan/plan';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { nameInput, recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { planRecord } from './dto';
import { createPlan as create } from './service/plans';

/** What is said of a plan beside where and for what it is. */
export const planTerms = {
  target_product_name: nameInput
    .min(1)
    .nullable()
    .describe('Null: another release cycle of the same product')
    .optional(),
  target_cycle: nameInput.min(1).describe('The release cycle to move to'),
  due_on: calendarDay.describe('The last day on which it is in time, within ten years'),
  owner_id: recordId.nullable().describe('The member who sees to it').optional(),
  owner_team_id: recordId
    .nullable()
    .describe('The team that sees to it, in the place of a member')
    .optional(),
  ticket: storedText(MAX_TICKET_LENGTH)
    .refine(isTicketLink, { error: 'must be an https address without credentials' })
    .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:' })
    .nullable()
    .describe('The address of a ticket')
    .optional(),
  note: storedText(MAX_PLAN_NOTE).nullable().optional(),
  started: z.boolean().describe('Whether the work has begun, whatever scans found').optional(),
};

export const createPlanInput = z.object({
  body: z
    .object({
      scope: z
        .enum(PLAN_SCOPES)
        .describe(
          'Where it moves: everywhere, in the projects that the team `team_id` owns at the time, or in the project `project_id`',
        ),
      project_id: recordId.nullable().optional(),
      team_id: recordId.nullable().optional(),
      product_name: nameInput.min(1).describe('A product’s name to the letter'),
      cycle: nameInput.min(1).describe('The release cycle to the letter'),
      ...planTerms,
    })
    .meta({
      id: 'PlansModel',
      example: {
        scope: 'organization',
        product_name: 'Debian Linux',
        cycle: '11',
        target_cycle: '13',
        due_on: '2027-03-31',
        ticket: 'https://tickets.example.com/SHOP-1312',
      },
    }),
});

export const createPlanOutput = planRecord;

export const createPlanMeta = rest({
  method: 'POST',
  path: '/plans',
  summary: 'Plan a move',
  description:
    'Says where software is to be moved and by when. How far that is follows from scans: nobody reports it. There is one plan for the same software and place: another is a 409 that names it.',
  tag: 'Plans',
  errors: [404, 409],
  success: 201,
  body: 'json',
});

export const createPlan = permitted('plan:write')
  .meta(createPlanMeta)
  .input(createPlanInput)
  .output(createPlanOutput)
  .mutation(({ ctx, input: { body } }) =>
    create(ctx.deps, ctx.principal, {
      scope: body.scope,
      projectId: body.project_id ?? null,
      teamId: body.team_id ?? null,
      productName: body.product_name,
      cycle: body.cycle,
      targetProduct: body.target_product_name ?? body.product_name,
      targetCycle: body.target_cycle,
      dueOn: body.due_on,
      ownerId: body.owner_id ?? null,
      ownerTeamId: body.owner_team_id ?? null,
      ticket: body.ticket ?? null,
      note: body.note ?? null,
      started: body.started ?? false,
    }),
  );
