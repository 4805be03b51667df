import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { previewSource } from './service/source-preview';
import { catalogSourcePreview, sourceKeyInput, sourceUrl } from './service/source-record';

export const previewCatalogSourceInput = z.object({
  body: z
    .object({
      id: recordId
        .nullable()
        .describe('One that is read already, for what it would change now; left out: a new one')
        .optional(),
      url: sourceUrl,
      api_key: sourceKeyInput,
    })
    .meta({
      id: 'CatalogSourceAddress',
      example: {
        url: 'https://eventide.example.com/api/own_catalog',
        api_key: 'evt_YOUR_KEY',
      },
    }),
});

export const previewCatalogSourceOutput = catalogSourcePreview;

export const previewCatalogSourceMeta = rest({
  method: 'POST',
  path: '/own_catalog/sources/preview',
  summary: 'See what a catalog of others would bring',
  description:
    'Reads it, and tells which products would be new, changed, removed and left out. Nothing is stored. It takes 25 seconds at most.',
  tag: 'Catalog',
  errors: [404, 409],
  body: 'json',
});

export const previewCatalogSource = permitted('catalog:manage')
  .meta(previewCatalogSourceMeta)
  .input(previewCatalogSourceInput)
  .output(previewCatalogSourceOutput)
  .mutation(({ ctx, input: { body } }) =>
    previewSource(ctx.deps, ctx.principal.organizationId, {
      ...{ id: body.id ?? null, url: body.url, key: body.api_key },
    }),
  );
