import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { IMAGE_SORTS } from '@/server/image/queries';
import { eolFilterInput, searchInput } from '../inputs';
import { projectImage } from '../outputs';
import { labelFilter } from './list-images.schema';

export const listDashboardImagesInput = z.object({
  search: searchInput('the image’s name and tag'),
  verified: z.boolean().nullish(),
  eolFilter: eolFilterInput,
  label: labelFilter.nullish(),
  sort: z.enum(IMAGE_SORTS).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  ...pageInput,
});

export const dashboardImage = projectImage.extend({
  kind: z.enum(['image', 'directory']),
  projectId: z.guid(),
  /** Software of which no end is known. */
  unknownCount: z.number().int(),
});

export const listDashboardImagesOutput = pageOf(dashboardImage);
