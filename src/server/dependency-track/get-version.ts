import { z } from 'zod';
import { publicProcedure } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { toAbout } from './dto';

/**
 * Of Anchore Enterprise, as whose `k8s-inventory` takes this service: from 1.7.0 on it waits, for ever, for a version that it can read
 * before it reports, and asks one of 5.11 or later for the registration of agents, which is not here.
 */
const INVENTORY_VERSION = '5.10.0';

const release = { version: z.string(), timestamp: z.string(), uuid: z.guid() };

export const getVersionOutput = z.object({
  application: z.string(),
  ...release,
  framework: z.object({ name: z.string(), ...release }),
  api: z
    .object({ version: z.literal('2') })
    .describe('Of the inventory of clusters: what `k8s-inventory` asks when its path is not found'),
  service: z
    .object({ version: z.string() })
    .describe('Of the inventory of clusters: what `k8s-inventory` asks before its first report'),
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
  .query(() => ({
    ...toAbout(),
    api: { version: '2' as const },
    service: { version: INVENTORY_VERSION },
  }));
