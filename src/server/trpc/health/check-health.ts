import { checkHealth as check } from '@/server/health/service';
import { publicProcedure } from '../init';
import { checkHealthMeta, checkHealthOutput } from './check-health.schema';

export const checkHealth = publicProcedure
  .meta(checkHealthMeta)
  .output(checkHealthOutput)
  .query(({ ctx }) => check(ctx.deps));
