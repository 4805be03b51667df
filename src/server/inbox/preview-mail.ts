import { z } from 'zod';
import { messageContent } from '@/domain/message/content';
import { personalSetting } from '@/domain/message/mail-setting';
import { permitted } from '@/server/platform/trpc/init';
import { instant } from '@/server/platform/trpc/outputs';
import { ownInbox } from './service/entries';
import { previewMail as preview } from './service/settings';

/** Which mails of the last week the reader would have got with a setting, saved or not. */
export const previewMail = permitted('organization:read')
  .input(personalSetting)
  .output(z.array(z.object({ at: instant, isDigest: z.boolean(), content: messageContent })))
  .query(async ({ ctx, input }) => {
    const mails = await preview(ctx.deps, ownInbox(ctx.principal), input);
    return mails.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }));
  });
