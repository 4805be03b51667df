import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { getSetting as get } from './service/setting';

export const settingOutput = z
  .object({
    enabled: z.boolean().describe('Whether clients of Dependency-Track are answered'),
    url: z.url().describe('The address of the server that they are given: without `/api`'),
  })
  .meta({
    id: 'DependencyTrackSetting',
    example: { enabled: true, url: 'https://eventide.example.com' },
  });

export const getSettingMeta = rest({
  method: 'GET',
  path: '/settings/dependency_track',
  summary: 'Read whether clients of Dependency-Track are answered',
  tag: 'Dependency-Track',
  errors: [404],
});

export const getSetting = permitted('organization:read')
  .meta(getSettingMeta)
  .output(settingOutput)
  .query(({ ctx }) => get(ctx.deps, ctx.principal.organizationId));
