import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { waiverSetting, waiverSettingOutput } from './get-setting';
import { changeWaiverSetting } from './service/setting';

export const changeWaiverSettingInput = z.object({
  body: waiverSetting.meta({
    id: 'WaiverSettingModel',
    example: { max_days: 180, two_people: true },
  }),
});

export const changeWaiverSettingMeta = rest({
  method: 'PUT',
  path: '/settings/waivers',
  summary: 'Change the rules for waivers',
  description: 'For what is asked for and granted from now on. What holds goes on to its last day.',
  tag: 'Waivers',
  errors: [404],
  body: 'json',
});

export const changeSetting = permitted('organization:manage')
  .meta(changeWaiverSettingMeta)
  .input(changeWaiverSettingInput)
  .output(waiverSettingOutput)
  .mutation(({ ctx, input: { body } }) =>
    changeWaiverSetting(ctx.deps, ctx.principal, {
      maxDays: body.max_days,
      twoPeople: body.two_people,
    }),
  );
