import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { productOpenEox } from './service/lifecycles';

const MAX_NAME_LENGTH = 255;

export const getProductOpenEoxInput = z.object({
  slug: storedText(MAX_NAME_LENGTH),
  cycle: storedText(MAX_NAME_LENGTH)
    .describe('A release cycle: its core alone. Left out: all cycles, as statements of the shell')
    .optional(),
});

const core = z.object({
  $schema: z.string(),
  end_of_life: z.string().describe('A date-time, or `tba`'),
  end_of_security_support: z.string().describe('A date-time, or `tba`'),
  general_availability: z.string().optional(),
  last_updated: z.string(),
});

export const getProductOpenEoxOutput = z
  .union([
    core,
    z.object({
      $schema: z.string(),
      statements: z.array(
        z.object({
          core,
          product: z.object({
            product_name: z.string(),
            product_version: z.string(),
            vendor_name: z.string().optional(),
          }),
        }),
      ),
    }),
  ])
  .meta({
    id: 'OpenEox',
    example: {
      $schema: 'https://docs.oasis-open.org/openeox/v1.0/schema/core.json',
      end_of_life: '2028-06-30T00:00:00Z',
      end_of_security_support: '2026-06-10T00:00:00Z',
      general_availability: '2023-06-10T00:00:00Z',
      last_updated: '2026-11-21T08:00:00.000Z',
    },
  });

export const getProductOpenEoxMeta = rest({
  method: 'GET',
  path: '/catalog/products/{slug}/openeox',
  summary: 'Read a product as OpenEoX',
  description:
    'A release cycle as OpenEoX Core 1.0, or all of them as statements of the OpenEoX shell, which is a draft; with the organization’s own dates and products. `end_of_security_support` is the end of security fixes that cost nothing, `end_of_life` that of what its vendor sells beyond it; what is not known is `tba`. A cycle that ended on a day that nobody knows is left out: OpenEoX has no word for it.',
  tag: 'Catalog',
  errors: [404],
});

/** Writes release cycles as OpenEoX. */
export const getProductOpenEox = permitted('catalog:read')
  .meta(getProductOpenEoxMeta)
  .input(getProductOpenEoxInput)
  .output(getProductOpenEoxOutput)
  .query(({ ctx, input: { slug, cycle = null } }) =>
    productOpenEox(ctx.deps, ctx.principal.organizationId, { slug, cycle }),
  );
