import { z } from 'zod';
import { teamSetting } from '@/domain/message/mail-setting';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { mailDefaults } from './get-mail-setting';
import { getTeamMail as read } from './service/settings';

export const teamMailOutput = z.object({
  email: z.string().nullable(),
  canMail: z.boolean(),
  setting: teamSetting,
  defaults: mailDefaults,
});

/** What the address of a team gets. */
export const getTeamMail = permitted('team:read')
  .input(z.object({ teamId: recordId }))
  .output(teamMailOutput)
  .query(({ ctx, input: { teamId } }) => read(ctx.deps, ctx.principal, teamId));
