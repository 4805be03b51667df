import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { listSources } from './service/sources';
import { catalogSource } from './service/source-record';

export const listCatalogSourcesOutput = z.array(catalogSource);

export const listCatalogSourcesMeta = rest({
  method: 'GET',
  path: '/own_catalog/sources',
  summary: 'List the catalogs of others that are read',
  description: 'The oldest first, with how the last readings went, and without keys.',
  tag: 'Catalog',
});

export const listCatalogSources = permitted('catalog:manage')
  .meta(listCatalogSourcesMeta)
  .output(listCatalogSourcesOutput)
  .query(({ ctx }) => listSources(ctx.deps, ctx.principal.organizationId));
