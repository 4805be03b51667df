import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { knownRepository } from './dto';
import { listKnown } from './service';

/** Lists the numbers by which repositories and their owners are recognized. */
export const listKnownRepositories = permitted('build-token:manage')
  .input(z.object(pageInput))
  .output(pageOf(knownRepository))
  .query(({ ctx, input }) => listKnown(ctx.deps, ctx.principal, input));
