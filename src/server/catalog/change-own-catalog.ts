import { z } from 'zod';
import { ownCatalogFile } from '@/domain/own-catalog/file';
import { documented } from '@/domain/validation/shapes';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownCatalogChanges, reasonInput } from './dto';
import { applyOwnCatalog } from './service/own-catalog';

const isSo = z.enum(['true', 'false']);

export const changeOwnCatalogInput = z.object({
  dry_run: isSo.describe('`true` tells what would change, and changes nothing').optional(),
  remove_others: isSo
    .describe('`true` takes away the products of your own that the document does not name')
    .optional(),
  reason: reasonInput
    .describe('Why, for products of a form that gives no reason: `Imported` when left out')
    .optional(),
  body: z.string().meta({
    ...documented(ownCatalogFile),
    example: {
      version: 1,
      products: [
        {
          ...{ slug: 'acme-billing', name: 'ACME Billing', category: 'service', reason: 'Ours' },
          cycles: [{ name: '3', supportedUntil: '2028-01-31' }],
        },
      ],
    },
  }),
});

export const changeOwnCatalogOutput = ownCatalogChanges;

export const changeOwnCatalogMeta = rest({
  method: 'PUT',
  path: '/own_catalog',
  summary: 'Apply a document of products of your own',
  description:
    'Adds and changes products of your own as the document says: all of it or nothing, with one entry in the audit log. It is YAML or JSON in our form, the answer of version 1 of endoflife.date’s API for all products in full, cycles of its version 0 for products that are there, a document of CLE (ECMA-428), or statements of OpenEoX. A document with a mistake is refused whole; each fault says its line. Up to 1 MiB.',
  tag: 'Catalog',
  body: 'text',
});

export const changeOwnCatalog = permitted('catalog:manage')
  .meta(changeOwnCatalogMeta)
  .input(changeOwnCatalogInput)
  .output(changeOwnCatalogOutput)
  .mutation(({ ctx, input: { body, dry_run: isDryRun, remove_others: removes, reason } }) =>
    applyOwnCatalog(ctx.deps, ctx.principal, body, {
      isDryRun: isDryRun === 'true',
      removesOthers: removes === 'true',
      reason: reason ?? 'Imported',
    }),
  );
