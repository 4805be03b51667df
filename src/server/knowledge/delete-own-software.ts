import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { ownSoftwareRecord } from './dto';
import { deleteOwnSoftware as remove } from './service/own-software';

export const deleteOwnSoftwareInput = z.object({ id: recordId });

export const deleteOwnSoftwareOutput = ownSoftwareRecord;

export const deleteOwnSoftwareMeta = rest({
  method: 'DELETE',
  path: '/own_software/{id}',
  summary: 'No longer say that software is your own',
  tag: 'Analytics',
  errors: [404],
});

export const deleteOwnSoftware = permitted('catalog:manage')
  .meta(deleteOwnSoftwareMeta)
  .input(deleteOwnSoftwareInput)
  .output(deleteOwnSoftwareOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
