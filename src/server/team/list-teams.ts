import { z } from 'zod';
import { SORT_DIRECTIONS } from '@/domain/list';
import { pageInput, pageOf } from '@/domain/pagination';
import { TEAM_SORTS } from '@/domain/team/list';
import { permittedToList } from '@/server/platform/trpc/init';
import { searchInput } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { teamRecord } from './dto';
import { listTeams as list } from './service/teams';

export const listTeamsInput = z.object({
  search: searchInput('the team’s name'),
  sort: z.enum(TEAM_SORTS).default('name'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
  ...pageInput,
});

export const listTeamsOutput = pageOf(teamRecord);

export const listTeamsMeta = rest({
  method: 'GET',
  path: '/teams',
  summary: 'List teams',
  description: 'In the order asked for, equals by name, then id.',
  tag: 'Teams',
});

export const listTeams = permittedToList('team:read')
  .meta(listTeamsMeta)
  .input(listTeamsInput)
  .output(listTeamsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
