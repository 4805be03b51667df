import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { recordId, searchInput } from '../inputs';

export const listImageComponentsInput = z.object({
  imageTagId: recordId,
  search: searchInput('the package’s name'),
  ...pageInput,
});

export const listImageComponentsOutput = pageOf(
  z.object({
    id: z.guid(),
    name: z.string(),
    version: z.string(),
    type: z.string(),
    language: z.string().nullable(),
    purl: z.string().nullable(),
    licenses: z.array(z.string()),
  }),
);
