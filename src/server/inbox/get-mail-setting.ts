import { z } from 'zod';
import { DIGEST_TEMPI, personalSetting } from '@/domain/message/mail-setting';
import { permitted } from '@/server/platform/trpc/init';
import { ownInbox } from './service/entries';
import { getMailSetting as read } from './service/settings';

export const mailDefaults = z.object({
  tempo: z.enum(DIGEST_TEMPI),
  hour: z.number(),
  timeZone: z.string(),
});

/** What the reader gets by mail from the organization in which they act. */
export const getMailSetting = permitted('organization:read')
  .output(
    z.object({
      email: z.string(),
      isProven: z.boolean(),
      canMail: z.boolean(),
      /** Null: they have not chosen yet. */
      chosen: personalSetting.nullable(),
      defaults: mailDefaults,
    }),
  )
  .query(({ ctx }) => read(ctx.deps, ownInbox(ctx.principal)));
