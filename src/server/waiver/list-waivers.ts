import { z } from 'zod';
import { SORT_DIRECTIONS } from '@/domain/list';
import { pageInput, pageOf } from '@/domain/pagination';
import { calendarDay } from '@/domain/validation/fields';
import { WAIVER_SORTS } from '@/domain/waiver/list';
import { WAIVER_SCOPES, WAIVER_STATES } from '@/domain/waiver/waiver';
import { readerIdOf } from '@/server/platform/auth/principal';
import { nameInput, ownerInput, recordId, searchInput } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { waiverRecord } from './dto';
import { listWaivers as list } from './service/list';

const name = (description: string) => nameInput.nullable().describe(description).optional();

/** Which waivers are listed, and in which order. */
export const waiverConditions = {
  search: searchInput('the software, the place, the reason, the control, the owner and who asked'),
  state: z.enum(WAIVER_STATES).nullable().describe('As it is today').optional(),
  scope: z.enum(WAIVER_SCOPES).nullable().optional(),
  project_name: name('Those that name this project, to the letter'),
  team_id: recordId.nullable().describe('Those in the projects of this team').optional(),
  product_name: name('Those on this product, to the letter'),
  cycle: name('Those on this release cycle, to the letter'),
  owner_id: recordId.nullable().describe('Those that this member answers for').optional(),
  owner: ownerInput.describe(
    'The id of a team: those of the team, and those that name a project which it owns; `mine`: those of the reader’s teams, and those that the reader answers for or has asked for; `none`: those that name a project which nobody owns',
  ),
  ends_before: calendarDay.nullable().describe('Those whose last day is earlier').optional(),
  waiting: z
    .enum(['true', 'false'])
    .nullable()
    .describe('`true`: those that the caller may decide on. No key may')
    .optional(),
  sort: z.enum(WAIVER_SORTS).default('asked'),
  direction: z.enum(SORT_DIRECTIONS).default('desc'),
};

export const listWaiversInput = z.object({ ...waiverConditions, ...pageInput });

export const listWaiversOutput = pageOf(waiverRecord);

export const listWaiversMeta = rest({
  method: 'GET',
  path: '/waivers',
  summary: 'List waivers',
  description: 'Whatever became of them, those that were asked for last first.',
  tag: 'Waivers',
});

/** The conditions in the service's own names. */
export function conditionsOf(input: z.output<z.ZodObject<typeof waiverConditions>>) {
  const { search, state, scope, cycle, owner, sort, direction } = input;
  return {
    ...{ search, state, scope, cycle, owner, sort, direction },
    projectName: input.project_name,
    teamId: input.team_id,
    productName: input.product_name,
    ownerId: input.owner_id,
    endsBefore: input.ends_before,
    waiting: input.waiting === 'true',
  };
}

export const listWaivers = permittedToList('waiver:read')
  .meta(listWaiversMeta)
  .input(listWaiversInput)
  .output(listWaiversOutput)
  .query(({ ctx, input }) => {
    const { page, size } = input;
    const readerId = readerIdOf(ctx.principal);
    return list(ctx.deps, ctx.principal, { ...conditionsOf(input), readerId, page, size });
  });
