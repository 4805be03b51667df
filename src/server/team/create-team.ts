import { z } from 'zod';
import { teamFields } from '@/domain/team/team';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { teamRecord } from './dto';
import { createTeam as create } from './service/teams';

export const createTeamInput = z.object({
  body: z
    .object({
      name: teamFields.name,
      email: teamFields.email.default(null),
      link: teamFields.link.default(null),
      handles: teamFields.handles.default([]),
    })
    .meta({ id: 'NewTeam' }),
});

export const createTeamOutput = teamRecord;

export const createTeamMeta = rest({
  method: 'POST',
  path: '/teams',
  summary: 'Create a team',
  description: 'An organization has at most 1,000.',
  tag: 'Teams',
  errors: [409],
  success: 201,
  body: 'json',
});

export const createTeam = permitted('team:manage')
  .meta(createTeamMeta)
  .input(createTeamInput)
  .output(createTeamOutput)
  .mutation(({ ctx, input }) => create(ctx.deps, ctx.principal, input.body));
