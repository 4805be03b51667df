import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { asOfInput, eolFilterInput, recordId, searchInput } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { evidenceDegree } from '@/server/platform/trpc/outputs';
import { listImageSoftware as list } from '@/server/finding/service/findings';
import { permittedToList } from '@/server/platform/trpc/init';
import { eolSoftwareFirst } from './dto';

export const listImageSoftwareInput = z.object({
  image_tag_id: recordId,
  search: searchInput('the product’s name'),
  eol_filter: eolFilterInput,
  evidence: evidenceDegree.nullable().optional(),
  as_of: asOfInput,
  ...pageInput,
});

export const listImageSoftwareOutput = pageOf(eolSoftwareFirst);

export const listImageSoftwareMeta = rest({
  method: 'GET',
  path: '/image_tags/{image_tag_id}/eol_software',
  summary: 'List the software of an image that has an end of life',
  description:
    'Software of which no end is known is left out. Ordered by end of life, product, release cycle and artifact type, then id.',
  tag: 'Images',
  errors: [404],
});

export const listImageSoftware = permittedToList('inventory:read')
  .meta(listImageSoftwareMeta)
  .input(listImageSoftwareInput)
  .output(listImageSoftwareOutput)
  .query(({ ctx, input }) => {
    const { image_tag_id: imageTagId, eol_filter: eolFilter, as_of: asOf, ...query } = input;
    const asked = { ...query, imageTagId, eolFilter, asOf };
    return list(ctx.deps, ctx.principal.organizationId, asked);
  });
