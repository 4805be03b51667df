import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { refusedBuild } from './dto';
import { listRefused } from './service';

/** Lists why tokens of builds were not taken lately: those who show them are told nothing. */
export const listRefusedBuilds = permitted('build-token:manage')
  .output(z.array(refusedBuild))
  .query(({ ctx }) => listRefused(ctx.deps, ctx.principal));
