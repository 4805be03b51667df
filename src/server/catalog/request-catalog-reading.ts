import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { requestReading } from './service/sources';
import { catalogSource } from './service/source-record';

export const requestCatalogReadingInput = z.object({ id: recordId });

export const requestCatalogReadingOutput = catalogSource;

export const requestCatalogReadingMeta = rest({
  method: 'POST',
  path: '/own_catalog/sources/{id}/read',
  summary: 'Read a catalog of others now',
  description: 'It begins within seconds; how it went is in the list.',
  tag: 'Catalog',
  errors: [404],
});

export const requestCatalogReading = permitted('catalog:manage')
  .meta(requestCatalogReadingMeta)
  .input(requestCatalogReadingInput)
  .output(requestCatalogReadingOutput)
  .mutation(({ ctx, input }) => requestReading(ctx.deps, ctx.principal, input.id));
