import { z } from 'zod';
import { purlIdentifierFault } from '@/domain/catalog/purl-patterns';
import { parseCpe } from '@/domain/identifiers/cpe';
import { indexedText, storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownIdentifierRecord, reasonInput } from './dto';
import { saveOwnIdentifier as save } from './service/own-identifiers';

const MAX_SLUG_LENGTH = 255;
const MAX_VALUE_LENGTH = 1_024;

export const saveOwnIdentifierInput = z.object({
  body: z
    .object({
      product: storedText(MAX_SLUG_LENGTH).min(1).describe('The slug of the product'),
      kind: z.enum(['purl', 'cpe', 'alias']),
      value: indexedText(MAX_VALUE_LENGTH)
        .trim()
        .min(1)
        .describe(
          'A package URL without version, or a pattern of some; a CPE name; another name. At most 2,048 bytes in UTF-8',
        ),
      reason: reasonInput,
    })
    .superRefine(({ kind, value }, context) => {
      const fault = faultOf(kind, value);
      if (fault === null) return;
      context.addIssue({ code: 'custom', path: ['value'], message: `cannot be used: ${fault}` });
    })
    .meta({
      id: 'OwnIdentifierModel',
      example: {
        ...{ product: 'nginx', kind: 'purl', value: 'pkg:generic/acme-nginx' },
        reason: 'Our build of it, with the same versions',
      },
    }),
});

function faultOf(kind: 'purl' | 'cpe' | 'alias', value: string): string | null {
  if (kind === 'purl') return purlIdentifierFault(value);
  const reading = kind === 'cpe' ? parseCpe(value) : null;
  return reading === null || reading.ok ? null : reading.fault;
}

export const saveOwnIdentifierOutput = ownIdentifierRecord;

export const saveOwnIdentifierMeta = rest({
  method: 'PUT',
  path: '/own_identifiers',
  summary: 'Say that a product is recognized by something else, too',
  description:
    'For this organization alone: what carries the identifier is the product, of the catalog or of your own. The same identifier that led to another product leads to this one.',
  tag: 'Catalog',
  errors: [404, 409],
  body: 'json',
});

export const saveOwnIdentifier = permitted('catalog:manage')
  .meta(saveOwnIdentifierMeta)
  .input(saveOwnIdentifierInput)
  .output(saveOwnIdentifierOutput)
  .mutation(({ ctx, input }) => save(ctx.deps, ctx.principal, input.body));
