import { z } from 'zod';
import { forbidden } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import { storedText } from '@/domain/validation/fields';
import { inventoryDifference } from '@/server/difference/dto';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import {
  answerWithReport,
  JSON_REPORTS,
  REPORT_TYPES,
  reportedSubject,
  reportInput,
} from './export';
import { checkSbom as check } from './service/sbom';
import { documentOf, givenSubject, sbomFindings, uploadSbomInput } from './upload-sbom';

export const checkSbomInput = z.object({
  project: storedText(1_024)
    .describe(
      'The project whose policies decide, beside those for all; left out, that in which an upload would be stored',
    )
    .optional(),
  against: storedText(2_100)
    .describe(
      'An image to compare the document with as it is now: `project/reference`, both as the list of images shows them, or its id. Not for keys of the role `scanner`, which may not read images',
    )
    .optional(),
  name: storedText(1_024)
    .describe(
      'The image that it is of; left out, as the document says. With its tag and digest: whether it runs',
    )
    .optional(),
  tag: storedText(1_024).optional(),
  digest: uploadSbomInput.shape.digest,
  ...reportInput,
});

export const checkSbomOutput = sbomFindings
  .extend({ difference: inventoryDifference.describe('Only with `against`').optional() })
  .meta({ id: 'SbomFindings' });

export const checkSbomMeta = rest({
  method: 'POST',
  path: '/sbom/check',
  summary: 'Check an SBOM without storing it',
  description:
    'Answers what an upload of the same document would: for pull requests, and for builds that must not be seen. Nothing is stored.',
  tag: 'SBOM',
  errors: [404],
  alsoAnswers: REPORT_TYPES,
  otherJson: JSON_REPORTS,
  body: 'sbom',
});

export const checkSbom = permitted('eol:check')
  .meta(checkSbomMeta)
  .input(checkSbomInput)
  .output(checkSbomOutput)
  .mutation(async ({ ctx, input }) => {
    // Builds may ask of their own document; what an image holds is for those who may read images.
    if (input.against !== undefined && !can(ctx.principal.role, 'inventory:read'))
      throw forbidden();
    const { inventory } = documentOf(ctx);
    const named = givenSubject(input);
    const against = input.against ?? null;
    const answer = await check(ctx.deps, ctx.principal, inventory, {
      ...named,
      against,
      labels: {},
    });
    answerWithReport(ctx, input, reportedSubject(inventory, named), answer);
    return answer;
  });
