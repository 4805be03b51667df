import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { settingOutput } from './get-setting';
import { changeSetting as change } from './service/setting';

export const changeSettingInput = z.object({
  body: z
    .object({ enabled: z.boolean() })
    .meta({ id: 'DependencyTrackSwitch', example: { enabled: false } }),
});

export const changeSettingMeta = rest({
  method: 'PUT',
  path: '/settings/dependency_track',
  summary: 'Switch the answers to clients of Dependency-Track on or off',
  description:
    'From the next request on. What was uploaded stays. The paths that such clients call are in `/docs/dependency-track`.',
  tag: 'Dependency-Track',
  errors: [404],
  body: 'json',
});

export const changeSetting = permitted('organization:manage')
  .meta(changeSettingMeta)
  .input(changeSettingInput)
  .output(settingOutput)
  .mutation(({ ctx, input }) => change(ctx.deps, ctx.principal, input.body.enabled));
