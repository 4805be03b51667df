import { z } from 'zod';
import { publicProcedure } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { toAbout } from './dto';

const release = { version: z.string(), timestamp: z.string(), uuid: z.guid() };

export const getVersionOutput = z.object({
  application: z.string(),
  ...release,
  framework: z.object({ name: z.string(), ...release }),
});

export const getVersionMeta = rest({
  ...{ method: 'GET', path: '/version', summary: 'Read the release whose API this is' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
  public: true,
});

export const getVersion = publicProcedure
  .meta(getVersionMeta)
  .output(getVersionOutput)
  .query(toAbout);
