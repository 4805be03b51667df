import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { productCle } from './service/lifecycles';

const MAX_SLUG_LENGTH = 255;
const MAX_PAGE = 1_000;

export const getProductCleInput = z.object({
  slug: storedText(MAX_SLUG_LENGTH),
  page: z
    .int()
    .min(1)
    .max(MAX_PAGE)
    .describe('Of 100,000 events each, the oldest first; left out: the first')
    .optional(),
});

const versions = z.array(
  z.union([z.object({ version: z.string() }), z.object({ range: z.string() })]),
);
const instant = z.string();
const base = { id: z.int(), effective: instant, published: instant };

export const getProductCleOutput = z
  .object({
    $schema: z.string(),
    identifier: z.union([z.string(), z.array(z.string())]).describe('Package URLs'),
    updatedAt: instant,
    definitions: z.object({
      support: z.array(z.object({ id: z.string(), description: z.string() })),
    }),
    next: z.string().optional().describe('The page with newer events'),
    events: z
      .array(
        z.union([
          z.object({
            ...base,
            type: z.enum(['endOfDevelopment', 'endOfSupport']),
            versions,
            supportId: z.string(),
          }),
          z.object({
            ...base,
            type: z.literal('withdrawn'),
            eventId: z.int().describe('Of the event that does not hold any more'),
            reason: z.string(),
          }),
        ]),
      )
      .describe('Newest first'),
  })
  .meta({
    id: 'CleDocument',
    example: {
      $schema: 'https://cle.example.com/schema/cle-1.0.0.schema.json',
      identifier: 'pkg:generic/node',
      updatedAt: '2026-11-21T08:00:00.000Z',
      definitions: {
        support: [{ id: 'standard', description: 'Security fixes that cost nothing' }],
      },
      events: [
        {
          ...{ id: 1, type: 'endOfSupport', effective: '2026-04-30T00:00:00Z' },
          published: '2026-11-21T08:00:00.000Z',
          ...{ versions: [{ range: 'vers:generic/>=20|<21' }], supportId: 'standard' },
        },
      ],
    },
  });

export const getProductCleMeta = rest({
  method: 'GET',
  path: '/catalog/products/{slug}/cle',
  summary: 'Read the history of a product as CLE',
  description:
    'What the catalog has learnt of the ends of its release cycles, as Common Lifecycle Enumeration 1.0.0 (ECMA-428). Events are only ever added and never change: a date that was changed is withdrawn, and told anew. An organization’s own dates and products are no part of it; nor is an end on a day that nobody knows.',
  tag: 'Catalog',
  errors: [404],
});

/** Writes the history of a product as CLE. */
export const getProductCle = permitted('catalog:read')
  .meta(getProductCleMeta)
  .input(getProductCleInput)
  .output(getProductCleOutput)
  .query(({ ctx, input: { slug, page = 1 } }) =>
    productCle(ctx.deps, ctx.principal.organizationId, { slug, page }),
  );
