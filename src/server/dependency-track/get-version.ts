import { z } from 'zod';
import { publicProcedure } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { toAbout } from './dto';

const release = { version: z.string(), timestamp: z.string(), uuid: z.guid() };

export const getVersionOutput = z.object({
  application: z.string(),
  ...release,
  framework: z.object({ name: z.string(), ...release }),
  api: z
    .object({ version: z.literal('2') })
    .describe('Of the inventory of clusters: what `k8s-inventory` asks when its path is not found'),
});

export const getVersionMeta = rest({
  ...{ method: 'GET', path: '/version', summary: 'Read the release whose API this is' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
  public: true,
  atRoot: true,
});

export const getVersion = publicProcedure
  .meta(getVersionMeta)
  .output(getVersionOutput)
  .query(() => ({ ...toAbout(), api: { version: '2' as const } }));
