import { z } from 'zod';
import { DEFAULT_TEMPI, MESSAGE_SETTING } from '@/domain/message/setting';
import { messageSettingOf } from '@/server/message/service';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';

/** What holds for the messages of an organization. */
export const messageSettingOutput = z
  .object({
    end_thresholds: z
      .array(z.int())
      .describe('Days before an end of support at which it is said, the farthest first'),
    tempo: z
      .enum(DEFAULT_TEMPI)
      .describe('How often a digest comes to people who have not chosen; `off`: never'),
    hour: z.int().describe('At which hour of the day'),
    time_zone: z.string().describe('By whose clocks'),
  })
  .meta({ id: 'MessageSetting', example: MESSAGE_SETTING });

export const getMessageSettingMeta = rest({
  method: 'GET',
  path: '/settings/messages',
  summary: 'Read what holds for all messages',
  tag: 'Messages',
  errors: [404],
});

export const getSetting = permitted('organization:read')
  .meta(getMessageSettingMeta)
  .output(messageSettingOutput)
  .query(({ ctx }) => messageSettingOf(ctx.deps.db, ctx.principal.organizationId));
