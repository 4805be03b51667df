import { z } from 'zod';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { day } from '../outputs';

const described = {
  slug: z.string(),
  name: z.string(),
  vendor: z.string().nullable(),
  category: z.string(),
  source: z
    .enum(['starter', 'import', 'organization'])
    .describe('Shipped with the service, imported, or added by the organization'),
};

const exampleOf = {
  slug: 'nodejs',
  name: 'Node.js',
  vendor: 'OpenJS Foundation',
  category: 'framework',
  source: 'import',
} as const;

export const productSummary = z
  .object({
    ...described,
    cycles: z.number().int().describe('Release cycles that are known'),
    cycles_in_use: z.number().int().describe('Release cycles that some image holds now'),
    images: z.number().int().describe('Image tags that hold it now'),
  })
  .meta({
    id: 'CatalogueProductSummary',
    example: { ...exampleOf, cycles: 26, cycles_in_use: 3, images: 41 },
  });

const override = z
  .object({
    catalog_ends_on: day.nullable().describe('What the catalogue says'),
    catalog_ended: z.boolean(),
    reason: z.string(),
    set_by: z.string(),
    set_on: day,
  })
  .meta({
    id: 'CatalogueOwnDate',
    example: {
      catalog_ends_on: '2026-04-30',
      catalog_ended: false,
      reason: 'Supported until 2027 by contract 4711',
      set_by: 'Ada Lovelace',
      set_on: '2026-03-01',
    },
  });

const support = z
  .object({
    level: z.enum(SUPPORT_LEVELS),
    ends_on: day.nullable(),
    ended: z.boolean().describe('It has ended on a day that is not known'),
    override: override.nullable().describe('Where the organization set a date of its own'),
  })
  .meta({
    id: 'CatalogueSupport',
    example: { level: 'STANDARD_SUPPORT', ends_on: '2026-04-30', ended: false, override: null },
  });

export const cycleFacts = z.object({
  name: z.string(),
  label: z.string(),
  codename: z.string().nullable(),
  lts: z.boolean(),
  released_on: day.nullable(),
  latest_release: z.string().nullable(),
  latest_released_on: day.nullable(),
  release_notes_url: z.string().nullable(),
  support: z.array(support),
});

const cycle = cycleFacts
  .extend({ images: z.number().int().describe('Image tags that hold it now') })
  .meta({ id: 'CatalogueCycle' });

export const productRecord = z
  .object({
    ...described,
    identifiers: z.array(
      z.object({ kind: z.enum(['purl', 'cpe', 'repology', 'alias']), value: z.string() }),
    ),
    references: z.array(
      z.object({
        type: z.enum(['CHANGELOG', 'ARTICLE', 'WEB', 'SOURCE', 'PACKAGE']),
        url: z.string(),
      }),
    ),
    cycles: z.array(cycle).describe('Newest first'),
  })
  .meta({
    id: 'CatalogueProduct',
    example: {
      ...exampleOf,
      identifiers: [{ kind: 'purl', value: 'pkg:docker/library/node' }],
      references: [{ type: 'WEB', url: 'https://nodejs.org/en/about/previous-releases' }],
      cycles: [
        {
          name: '20',
          label: '20 (LTS)',
          codename: 'Iron',
          lts: true,
          released_on: '2023-04-18',
          latest_release: '20.20.2',
          latest_released_on: '2026-03-24',
          release_notes_url: null,
          support: [
            { level: 'STANDARD_SUPPORT', ends_on: '2026-04-30', ended: false, override: null },
          ],
          images: 12,
        },
      ],
    },
  });
