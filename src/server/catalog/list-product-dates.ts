import { z } from 'zod';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { asOfInput } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { day, instant } from '@/server/platform/trpc/outputs';
import { listProductDates as list } from './service/dates';

const MAX_SLUG_LENGTH = 255;

export const listProductDatesInput = z.object({
  slug: storedText(MAX_SLUG_LENGTH),
  as_of: asOfInput,
});

export const listProductDatesOutput = z.object({
  as_of: day,
  dates: z.array(
    z
      .object({
        cycle: z.string(),
        level: z.enum(SUPPORT_LEVELS),
        date: day.nullable(),
        ended: z.boolean().describe('Without a date: on a day that is not known'),
        learnt_at: instant.describe('When the catalog began to say so'),
        known_before: z.boolean().describe('It was known before, too: nobody kept since when'),
      })
      .meta({ id: 'CatalogDate' }),
  ),
});

export const listProductDatesMeta = rest({
  method: 'GET',
  path: '/catalog/products/{slug}/dates',
  summary: 'List the dates of a product as the catalog had them on a day',
  description:
    'By the facts that each update of the catalog has added, also of what it does not have any more; without an organization’s own dates and products. Empty for a product that the catalog did not have.',
  tag: 'Catalog',
});

/** Lists what the catalog said of each support level of each release cycle when a day was over. */
export const listProductDates = permitted('catalog:read')
  .meta(listProductDatesMeta)
  .input(listProductDatesInput)
  .output(listProductDatesOutput)
  .query(({ ctx, input }) => list(ctx.deps, input.slug, input.as_of ?? null));
