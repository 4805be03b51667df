import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { publicProcedure } from '@/server/platform/trpc/init';

export const checkLivenessOutput = z.object({ status: z.literal('ok') });

export const checkLivenessMeta = rest({
  method: 'GET',
  path: '/livez',
  summary: 'Tell that this process answers',
  description: 'Asks nothing else: one that does not answer is to be started again.',
  tag: 'Service',
  atRoot: true,
  public: true,
});

export const checkLiveness = publicProcedure
  .meta(checkLivenessMeta)
  .output(checkLivenessOutput)
  .query(() => ({ status: 'ok' as const }));
