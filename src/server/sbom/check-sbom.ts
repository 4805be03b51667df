import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { checkSbom as check } from './service/sbom';
import { documentOf, sbomFindings } from './upload-sbom';

export const checkSbomInput = z.object({
  project: storedText(1_024)
    .describe('The project whose policies decide, beside those for all')
    .optional(),
});

export const checkSbomOutput = sbomFindings.meta({ id: 'SbomFindings' });

export const checkSbomMeta = rest({
  method: 'POST',
  path: '/sbom/check',
  summary: 'Check an SBOM without storing it',
  description:
    'Answers what an upload of the same document would: for pull requests, and for builds that must not be seen. Nothing is stored.',
  tag: 'SBOM',
  body: 'sbom',
});

export const checkSbom = permitted('eol:check')
  .meta(checkSbomMeta)
  .input(checkSbomInput)
  .output(checkSbomOutput)
  .mutation(({ ctx, input }) =>
    check(ctx.deps, ctx.principal, documentOf(ctx).inventory, input.project ?? null),
  );
