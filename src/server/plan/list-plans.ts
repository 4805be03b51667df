import { z } from 'zod';
import { SORT_DIRECTIONS } from '@/domain/list';
import { pageInput, pageOf } from '@/domain/pagination';
import { PLAN_SORTS } from '@/domain/plan/list';
import { PLAN_SCOPES, PLAN_STATES } from '@/domain/plan/plan';
import { calendarDay } from '@/domain/validation/fields';
import { nameInput, ownerInput, recordId, searchInput } from '@/server/platform/trpc/inputs';
import { readerIdOf } from '@/server/platform/auth/principal';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { planRecord } from './dto';
import { listPlans as list } from './service/list';

/** Which plans are listed, and in which order. */
export const planConditions = {
  search: searchInput(
    'the software, where it moves, the project, the team, the owner, the ticket and the note',
  ),
  state: z.enum(PLAN_STATES).nullable().optional(),
  scope: z.enum(PLAN_SCOPES).nullable().optional(),
  project_id: recordId.nullable().describe('Those of this project').optional(),
  team_id: recordId.nullable().describe('Those of this team').optional(),
  product_name: nameInput.nullable().describe('Those for this product, to the letter').optional(),
  cycle: nameInput.nullable().describe('Those for this release cycle, to the letter').optional(),
  owner_id: recordId.nullable().describe('Those that this member sees to').optional(),
  owner: ownerInput.describe(
    'The id of a team: those that it sees to, and those for what it owns; `mine`: those of the reader and of their teams; `none`: those that nobody sees to',
  ),
  image_id: recordId
    .nullable()
    .describe('Those that move software which this image holds')
    .optional(),
  overdue: z
    .enum(['true', 'false'])
    .nullable()
    .describe('`true`: those whose day has passed and that are not done')
    .optional(),
  due_from: calendarDay.nullable().describe('Those due on this day or later').optional(),
  due_until: calendarDay.nullable().describe('Those due on this day or earlier').optional(),
  sort: z.enum(PLAN_SORTS).default('due'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
};

export const listPlansInput = z.object({ ...planConditions, ...pageInput });

export const listPlansOutput = pageOf(planRecord);

export const listPlansMeta = rest({
  method: 'GET',
  path: '/plans',
  summary: 'List plans',
  description: 'Those due first come first; with the images that are left, as scans found.',
  tag: 'Plans',
});

/** The conditions in the service's own names. */
export function conditionsOf(input: z.output<z.ZodObject<typeof planConditions>>) {
  const { search, state, scope, cycle, sort, direction, overdue } = input;
  return {
    ...{ search, state, scope, cycle, sort, direction },
    projectId: input.project_id,
    teamId: input.team_id,
    productName: input.product_name,
    ownerId: input.owner_id,
    owner: input.owner,
    imageTagId: input.image_id,
    overdue: overdue ? overdue === 'true' : null,
    dueFrom: input.due_from,
    dueUntil: input.due_until,
  };
}

export const listPlans = permittedToList('plan:read')
  .meta(listPlansMeta)
  .input(listPlansInput)
  .output(listPlansOutput)
  .query(({ ctx, input }) => {
    const { page, size } = input;
    const readerId = readerIdOf(ctx.principal);
    const query = { ...conditionsOf(input), readerId, page, size };
    return list(ctx.deps, ctx.principal.organizationId, query);
  });
