import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { addTeamMember } from './service/members';

export const upsertTeamMemberInput = z.object({ id: recordId, user_id: recordId });

export const upsertTeamMemberOutput = z.void();

export const upsertTeamMemberMeta = rest({
  method: 'PUT',
  path: '/teams/{id}/members/{user_id}',
  summary: 'Put a member into a team',
  description:
    'A member of the organization; one who is in the team stays. Leaving the organization takes them out. A team has at most 500 people.',
  tag: 'Teams',
  errors: [404, 409],
  success: 204,
});

export const upsertTeamMember = permitted('team:manage')
  .meta(upsertTeamMemberMeta)
  .input(upsertTeamMemberInput)
  .output(upsertTeamMemberOutput)
  .mutation(({ ctx, input: { id: teamId, user_id: userId } }) =>
    addTeamMember(ctx.deps, ctx.principal, { teamId, userId }),
  );
