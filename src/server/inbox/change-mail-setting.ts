import { personalSetting } from '@/domain/message/mail-setting';
import { permitted } from '@/server/platform/trpc/init';
import { ownInbox } from './service/entries';
import { changeMailSetting as change } from './service/settings';

/** Stores what the reader wants to get by mail from the organization in which they act. */
export const changeMailSetting = permitted('organization:read')
  .input(personalSetting)
  .mutation(({ ctx, input }) => change(ctx.deps, ownInbox(ctx.principal), input));
