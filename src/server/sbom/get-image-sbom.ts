import { z } from 'zod';
import { SBOM_FORMAT_NAMES } from '@/domain/sbom/names';
import { recordId } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { writeSbom } from './service/written';

export const getImageSbomInput = z.object({
  id: recordId,
  format: z
    .enum(SBOM_FORMAT_NAMES)
    .describe('The format of the document; left out: CycloneDX 1.6 as `application/json`')
    .optional(),
});

export const getImageSbomOutput = z.looseObject({}).meta({
  id: 'ImageSbom',
  description: 'A document of the format that was asked for',
  example: { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [] },
});

export const getImageSbomMeta = rest({
  method: 'GET',
  path: '/image_tags/{id}/sbom',
  summary: 'Read an image as an SBOM with dates of support',
  description:
    'Everything that the latest scan of an image, a directory or an application found, as CycloneDX JSON or SPDX JSON, whatever it was scanned with, and what is known today of the support of each: its end as `cdx:lifecycle:milestone:endOfSupport`, `validUntilDate` (SPDX 2.3) or `validUntilTime` (SPDX 3.0); its level of support in the words of SPDX 3.0; how well that is known; and why, where no day is. It counts what the organization’s own dates, its contracts and the catalog say, as the dashboard does. The same knowledge on the same day gives the same bytes.',
  tag: 'SBOM',
  errors: [404],
  alsoAnswers: ['application/vnd.cyclonedx+json', 'application/spdx+json'],
});

/** Writes an image as an SBOM. */
export const getImageSbom = permittedToList('inventory:read')
  .meta(getImageSbomMeta)
  .input(getImageSbomInput)
  .output(getImageSbomOutput)
  .query(async ({ ctx, input: { id, format } }) => {
    const { organizationId } = ctx.principal;
    const file = await writeSbom(ctx.deps, organizationId, id, format ?? 'cyclonedx-1.6');
    // Who names no format knows no media type of it.
    const contentType = format === undefined ? 'application/json' : file.contentType;
    ctx.answerWith?.({ file: { ...file, contentType } });
    return {};
  });
