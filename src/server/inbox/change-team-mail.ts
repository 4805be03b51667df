import { z } from 'zod';
import { teamSetting } from '@/domain/message/mail-setting';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { teamMailOutput } from './get-team-mail';
import { changeTeamMail as change } from './service/settings';

/** Stores what the address of a team gets. */
export const changeTeamMail = permitted('team:manage')
  .input(z.object({ teamId: recordId, setting: teamSetting }))
  .output(teamMailOutput)
  .mutation(({ ctx, input: { teamId, setting } }) =>
    change(ctx.deps, ctx.principal, teamId, setting),
  );
