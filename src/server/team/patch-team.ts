import { z } from 'zod';
import { teamFields } from '@/domain/team/team';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { teamRecord } from './dto';
import { patchTeam as patch } from './service/teams';

export const patchTeamInput = z.object({
  id: recordId,
  body: z
    .object({
      name: teamFields.name.optional(),
      email: teamFields.email.optional(),
      link: teamFields.link.optional(),
      handles: teamFields.handles.optional(),
    })
    .meta({ id: 'TeamPatch' }),
});

export const patchTeamOutput = teamRecord;

export const patchTeamMeta = rest({
  method: 'PATCH',
  path: '/teams/{id}',
  summary: 'Change a team',
  description: 'What is left out stays as it is; null clears an address or a link.',
  tag: 'Teams',
  errors: [404, 409],
  body: 'json',
});

export const patchTeam = permitted('team:manage')
  .meta(patchTeamMeta)
  .input(patchTeamInput)
  .output(patchTeamOutput)
  .mutation(({ ctx, input }) => patch(ctx.deps, ctx.principal, input.id, input.body));
