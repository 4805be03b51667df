import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { eolFilterInput, recordId, searchInput } from '../inputs';
import { rest } from '../meta';
import { eolSoftwareFirst } from '../outputs';

export const listImageSoftwareInput = z.object({
  image_tag_id: recordId,
  search: searchInput('the product’s name'),
  eol_filter: eolFilterInput,
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
