import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { listedPromise } from './dto';
import { listPromises as list } from './service/promises';

export const listPromisesInput = z.object({ ...pageInput });

export const listPromisesOutput = pageOf(listedPromise);

export const listPromisesMeta = rest({
  method: 'GET',
  path: '/support_promises',
  summary: 'List what is promised of projects',
  description:
    'The promise that ends first first, each with how many release cycles in the live images of the project end earlier, last, or are not known to.',
  tag: 'Support promises',
});

export const listPromises = permitted('promise:read')
  .meta(listPromisesMeta)
  .input(listPromisesInput)
  .output(listPromisesOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
