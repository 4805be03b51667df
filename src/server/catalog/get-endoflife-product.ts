import { z } from 'zod';
import { notFound } from '@/domain/errors';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { day } from '@/server/platform/trpc/outputs';
import { endoflifeCycles } from './service/products';

const MAX_SLUG_LENGTH = 255;
const SUFFIX = '.json';
const dayOrWhether = z.union([day, z.boolean()]).optional();

export const getEndoflifeProductInput = z.object({
  file: storedText(MAX_SLUG_LENGTH).describe('The slug of a product and `.json`: `nodejs.json`'),
});

export const getEndoflifeProductOutput = z
  .array(
    z.object({
      product: z.string().describe('The slug'),
      cycle: z.string(),
      codename: z.string().optional(),
      releaseDate: day,
      support: dayOrWhether.describe('End of active support'),
      eol: dayOrWhether.describe('End of security fixes that cost nothing'),
      extendedSupport: dayOrWhether.describe(
        'End of extended or paid support; of a contract for the whole organization, where that lasts longer',
      ),
      latest: z.string().optional(),
      latestReleaseDate: day.optional(),
      lts: z.boolean(),
      link: z.string().optional(),
      contract: z
        .object({ vendor: z.string(), until: day })
        .optional()
        .describe(
          'Present where a contract covers the cycle in the whole organization. `eol` is the end without it: programs that propose updates take what has not ended by `eol` for a target',
        ),
    }),
  )
  .meta({
    id: 'EndoflifeProduct',
    example: [
      { product: 'nodejs', cycle: '20', releaseDate: '2023-04-18', eol: '2026-04-30', lts: true },
    ],
  });

export const getEndoflifeProductMeta = rest({
  method: 'GET',
  path: '/endoflife/{file}',
  summary: 'Read a product as endoflife.date writes it',
  description:
    'The release cycles in the form of version 0 of the API of endoflife.date, which Renovate and other tools read, with the organization’s own dates and products; what its contracts cover in the whole organization is paid support. A day is when that support ends; `true`: it has ended on an unknown day; `false`: no end is announced; what is not known is left out, as are cycles that are not out yet or whose day of release is not known: tools refuse the product for them.',
  tag: 'Catalog',
  errors: [404],
});

export const getEndoflifeProduct = permitted('catalog:read')
  .meta(getEndoflifeProductMeta)
  .input(getEndoflifeProductInput)
  .output(getEndoflifeProductOutput)
  .query(async ({ ctx, input: { file } }) => {
    if (!file.endsWith(SUFFIX)) throw notFound('Product');
    return endoflifeCycles(ctx.deps, ctx.principal.organizationId, file.slice(0, -SUFFIX.length));
  });
