import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { removeTeamMember as remove } from './service/members';

export const removeTeamMemberInput = z.object({ id: recordId, user_id: recordId });

export const removeTeamMemberOutput = z.void();

export const removeTeamMemberMeta = rest({
  method: 'DELETE',
  path: '/teams/{id}/members/{user_id}',
  summary: 'Take a person out of a team',
  description: 'What the team owns stays its own.',
  tag: 'Teams',
  errors: [404],
  success: 204,
});

export const removeTeamMember = permitted('team:manage')
  .meta(removeTeamMemberMeta)
  .input(removeTeamMemberInput)
  .output(removeTeamMemberOutput)
  .mutation(({ ctx, input: { id: teamId, user_id: userId } }) =>
    remove(ctx.deps, ctx.principal, { teamId, userId }),
  );
