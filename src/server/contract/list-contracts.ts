import { z } from 'zod';
import { CONTRACT_SCOPES, CONTRACT_SORTS, CONTRACT_STATES } from '@/domain/contract/contract';
import { SORT_DIRECTIONS } from '@/domain/list';
import { pageInput, pageOf } from '@/domain/pagination';
import { calendarDay } from '@/domain/validation/fields';
import { nameInput, recordId, searchInput } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { contractRecord } from './dto';
import { listContracts as list } from './service/list';

/** Which contracts are listed, and in which order. */
export const contractConditions = {
  search: searchInput('the vendor, what is covered, the project, the team and the note'),
  vendor: nameInput.nullable().describe('The vendor, in any case').optional(),
  state: z.enum(CONTRACT_STATES).nullable().optional(),
  scope: z.enum(CONTRACT_SCOPES).nullable().optional(),
  project_id: recordId.nullable().describe('Those of this project alone').optional(),
  team_id: recordId.nullable().describe('Those of this team alone').optional(),
  ends_from: calendarDay.nullable().describe('Those that end on this day or later').optional(),
  ends_until: calendarDay.nullable().describe('Those that end on this day or earlier').optional(),
  sort: z.enum(CONTRACT_SORTS).default('end'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
};

export const listContractsInput = z.object({ ...contractConditions, ...pageInput });

export const listContractsOutput = pageOf(contractRecord);

export const listContractsMeta = rest({
  method: 'GET',
  path: '/contracts',
  summary: 'List contracts',
  description: 'Those that end first come first; with the images in which each covers something.',
  tag: 'Contracts',
});

/** The conditions in the service's own names. */
export function conditionsOf(input: z.output<z.ZodObject<typeof contractConditions>>) {
  const { search, vendor, state, scope, sort, direction } = input;
  return {
    ...{ search, vendor, state, scope, sort, direction },
    projectId: input.project_id,
    teamId: input.team_id,
    endsFrom: input.ends_from,
    endsUntil: input.ends_until,
  };
}

export const listContracts = permittedToList('contract:read')
  .meta(listContractsMeta)
  .input(listContractsInput)
  .output(listContractsOutput)
  .query(({ ctx, input }) => {
    const { page, size } = input;
    return list(ctx.deps, ctx.principal.organizationId, { ...conditionsOf(input), page, size });
  });
