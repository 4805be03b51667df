import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { createSource } from './service/sources';
import { catalogSource, catalogSourceInput } from './service/source-record';

export const createCatalogSourceInput = z.object({ body: catalogSourceInput });

export const createCatalogSourceOutput = catalogSource;

export const createCatalogSourceMeta = rest({
  method: 'POST',
  path: '/own_catalog/sources',
  summary: 'Read a catalog of others',
  description:
    'Its products become products here that carry where they come from; what it drops goes. Products of your own win where both have a name or an identifier. It is read within seconds, and then as its rhythm says. An organization has up to 10; one more is a 409.',
  tag: 'Catalog',
  errors: [409],
  success: 201,
  body: 'json',
});

export const createCatalogSource = permitted('catalog:manage')
  .meta(createCatalogSourceMeta)
  .input(createCatalogSourceInput)
  .output(createCatalogSourceOutput)
  .mutation(({ ctx, input: { body } }) =>
    createSource(ctx.deps, ctx.principal, { ...body, key: body.api_key }),
  );
