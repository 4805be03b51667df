import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { checkHealth as check } from './service';
import { publicProcedure } from '@/server/platform/trpc/init';

export const checkHealthOutput = z.object({ status: z.literal('ok') });

export const checkHealthMeta = rest({
  method: 'GET',
  path: '/healthz',
  summary: 'Tell whether the service can do its work',
  description:
    '503 with the reason while its database is away, read-only, or does not answer within two seconds.',
  tag: 'Service',
  errors: [503],
  atRoot: true,
  public: true,
});

export const checkHealth = publicProcedure
  .meta(checkHealthMeta)
  .output(checkHealthOutput)
  .query(({ ctx }) => check(ctx.deps));
