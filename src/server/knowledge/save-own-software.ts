import { z } from 'zod';
import { MAX_PATTERN_LENGTH, patternFault } from '@/domain/own-software/pattern';
import { storedText } from '@/domain/validation/fields';
import { reasonInput } from '@/server/catalog/dto';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownSoftwareRecord } from './dto';
import { saveOwnSoftware as save } from './service/own-software';

const pattern = storedText(MAX_PATTERN_LENGTH)
  .trim()
  .min(1)
  .superRefine((text, context) => {
    const fault = patternFault(text);
    if (fault !== null) {
      context.addIssue({ code: 'custom', message: `must be a pattern that ${fault}` });
    }
  })
  .describe(
    'A name, or a package URL without version where it begins with `pkg:`; `*` is any text: `acme-*`, `pkg:npm/@acme/*`',
  );

export const saveOwnSoftwareInput = z.object({
  body: z.object({ pattern, reason: reasonInput }).meta({
    id: 'OwnSoftwareModel',
    example: { pattern: 'pkg:npm/@acme/*', reason: 'Our own packages' },
  }),
});

export const saveOwnSoftwareOutput = ownSoftwareRecord;

export const saveOwnSoftwareMeta = rest({
  method: 'PUT',
  path: '/own_software',
  summary: 'Say that software is your own',
  description:
    'What is called so, and of which nothing else is known, is counted apart: as yours, not as unknown and never as supported. The same pattern again takes another reason.',
  tag: 'Analytics',
  errors: [409],
  body: 'json',
});

export const saveOwnSoftware = permitted('catalog:manage')
  .meta(saveOwnSoftwareMeta)
  .input(saveOwnSoftwareInput)
  .output(saveOwnSoftwareOutput)
  .mutation(({ ctx, input }) => save(ctx.deps, ctx.principal, input.body));
