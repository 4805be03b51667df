import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { teamMemberRecord, teamRecord } from './dto';
import { getTeam as get } from './service/teams';

export const getTeamInput = z.object({ id: recordId });

export const getTeamOutput = teamRecord
  .extend({ members: z.array(teamMemberRecord).describe('By name, then e-mail') })
  .meta({ id: 'TeamWithMembers' });

export const getTeamMeta = rest({
  method: 'GET',
  path: '/teams/{id}',
  summary: 'Get a team with its people',
  tag: 'Teams',
  errors: [404],
});

export const getTeam = permitted('team:read')
  .meta(getTeamMeta)
  .input(getTeamInput)
  .output(getTeamOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
