import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { projectOwnerRecord } from './dto';
import { setProjectOwner as set } from './service/owners';

export const setProjectOwnerInput = z.object({
  id: recordId,
  body: z
    .object({ team_id: z.guid().nullable().describe('Null: as the rules say') })
    .meta({ id: 'ProjectOwnerChange' }),
});

export const setProjectOwnerOutput = projectOwnerRecord;

export const setProjectOwnerMeta = rest({
  method: 'PUT',
  path: '/projects/{id}/owner',
  summary: 'Set who owns a project',
  description: 'By hand, which no rule changes from then on; null gives it back to the rules.',
  tag: 'Teams',
  errors: [404],
  body: 'json',
});

export const setProjectOwner = permitted('owner:set')
  .meta(setProjectOwnerMeta)
  .input(setProjectOwnerInput)
  .output(setProjectOwnerOutput)
  .mutation(({ ctx, input }) => set(ctx.deps, ctx.principal, input.id, input.body.team_id));
