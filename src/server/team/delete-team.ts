import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deleteTeam as remove } from './service/teams';

export const deleteTeamInput = z.object({ id: recordId });

export const deleteTeamOutput = z.void();

export const deleteTeamMeta = rest({
  method: 'DELETE',
  path: '/teams/{id}',
  summary: 'Delete a team',
  description:
    'The rules that name it, its saved views and the plans for what it owns go with it. What it owned goes to whom the other rules say, else to nobody. While contracts are for it, or waivers of it hold or are asked for, that is a 409.',
  tag: 'Teams',
  errors: [404, 409],
  success: 204,
});

export const deleteTeam = permitted('team:manage')
  .meta(deleteTeamMeta)
  .input(deleteTeamInput)
  .output(deleteTeamOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
