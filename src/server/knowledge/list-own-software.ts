import { z } from 'zod';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownSoftwareRecord } from './dto';
import { listOwnSoftware as list } from './service/own-software';

export const listOwnSoftwareOutput = z.array(ownSoftwareRecord);

export const listOwnSoftwareMeta = rest({
  method: 'GET',
  path: '/own_software',
  summary: 'List the patterns of your own software',
  description: 'At most a hundred, in their order.',
  tag: 'Analytics',
});

export const listOwnSoftware = permittedToList('inventory:read')
  .meta(listOwnSoftwareMeta)
  .output(listOwnSoftwareOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
