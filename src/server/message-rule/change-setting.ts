import { z } from 'zod';
import { MESSAGE_SETTING, messageSetting } from '@/domain/message/setting';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { messageSettingOutput } from './get-setting';
import { changeMessageSetting } from './service/setting';

export const changeMessageSettingInput = z.object({
  body: messageSetting.meta({ id: 'MessageSettingModel', example: MESSAGE_SETTING }),
});

export const changeMessageSettingMeta = rest({
  method: 'PUT',
  path: '/settings/messages',
  summary: 'Change what holds for all messages',
  description:
    'Of thresholds there are one to eight, from 0 to 730 days. What was said by the ones before is not said again.',
  tag: 'Messages',
  errors: [404],
  body: 'json',
});

export const changeSetting = permitted('organization:manage')
  .meta(changeMessageSettingMeta)
  .input(changeMessageSettingInput)
  .output(messageSettingOutput)
  .mutation(({ ctx, input }) => changeMessageSetting(ctx.deps, ctx.principal, input.body));
