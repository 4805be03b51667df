import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownIdentifierRecord } from './dto';
import { listOwnIdentifiers as list } from './service/own-identifiers';

export const listOwnIdentifiersInput = z.object({ ...pageInput });

export const listOwnIdentifiersOutput = pageOf(ownIdentifierRecord);

export const listOwnIdentifiersMeta = rest({
  method: 'GET',
  path: '/own_identifiers',
  summary: 'List what products are recognized by on your word',
  description: 'Beside what the catalog and products of your own say themselves.',
  tag: 'Catalog',
});

export const listOwnIdentifiers = permitted('catalog:read')
  .meta(listOwnIdentifiersMeta)
  .input(listOwnIdentifiersInput)
  .output(listOwnIdentifiersOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
