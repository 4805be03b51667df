import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { checkReadiness as check } from './service';
import { publicProcedure } from '@/server/platform/trpc/init';

export const checkReadinessOutput = z.object({ status: z.literal('ok') });

export const checkReadinessMeta = rest({
  method: 'GET',
  path: '/readyz',
  summary: 'Tell whether this process wants requests',
  description:
    'For load balancers. 503 with the reason in a word: `draining`, `database_away`, `database_late`, `read_only` or `migrations_missing`.',
  tag: 'Service',
  errors: [503],
  atRoot: true,
  public: true,
});

export const checkReadiness = publicProcedure
  .meta(checkReadinessMeta)
  .output(checkReadinessOutput)
  .query(({ ctx }) => check(ctx.deps));
