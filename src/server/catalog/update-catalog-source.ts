import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { updateSource } from './service/sources';
import { catalogSource, catalogSourceInput } from './service/source-record';

export const updateCatalogSourceInput = z.object({ id: recordId, body: catalogSourceInput });

export const updateCatalogSourceOutput = catalogSource;

export const updateCatalogSourceMeta = rest({
  method: 'PUT',
  path: '/own_catalog/sources/{id}',
  summary: 'Change a catalog of others',
  description:
    'A new address or key is read with at once. With another address a key has to be sent again.',
  tag: 'Catalog',
  errors: [404, 409],
  body: 'json',
});

export const updateCatalogSource = permitted('catalog:manage')
  .meta(updateCatalogSourceMeta)
  .input(updateCatalogSourceInput)
  .output(updateCatalogSourceOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    updateSource(ctx.deps, ctx.principal, id, { ...body, key: body.api_key }),
  );
