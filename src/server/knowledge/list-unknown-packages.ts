import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { searchInput } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { unknownPackageRecord } from './dto';
import { listUnknownPackages as list } from './service/read';

export const listUnknownPackagesInput = z.object({
  search: searchInput('the package’s name or package URL'),
  ...pageInput,
});

export const listUnknownPackagesOutput = pageOf(unknownPackageRecord);

export const listUnknownPackagesMeta = rest({
  method: 'GET',
  path: '/coverage/unknown_packages',
  summary: 'List the packages of which nothing is known',
  description:
    'Those in most images first, as last counted, up to a thousand: without what you have said since that it is yours or a product.',
  tag: 'Analytics',
});

export const listUnknownPackages = permittedToList('inventory:read')
  .meta(listUnknownPackagesMeta)
  .input(listUnknownPackagesInput)
  .output(listUnknownPackagesOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
