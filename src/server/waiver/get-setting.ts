import { z } from 'zod';
import { MAX_MAX_TERM_DAYS, MIN_MAX_TERM_DAYS } from '@/domain/waiver/waiver';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { getWaiverSetting } from './service/setting';

/** An organization's rules for waivers. */
export const waiverSetting = z.object({
  max_days: z
    .number()
    .int()
    .min(MIN_MAX_TERM_DAYS)
    .max(MAX_MAX_TERM_DAYS)
    .describe('The longest term, in days from the day on which a waiver is asked for or granted'),
  two_people: z
    .boolean()
    .describe('Whether another person than who asked for a waiver, or changed it, grants it'),
});

const example = { max_days: 365, two_people: true };

export const waiverSettingOutput = waiverSetting.meta({ id: 'WaiverSetting', example });

export const getWaiverSettingMeta = rest({
  method: 'GET',
  path: '/settings/waivers',
  summary: 'Read the rules for waivers',
  tag: 'Waivers',
  errors: [404],
});

export const getSetting = permitted('waiver:read')
  .meta(getWaiverSettingMeta)
  .output(waiverSettingOutput)
  .query(({ ctx }) => getWaiverSetting(ctx.deps, ctx.principal.organizationId));
