import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { recordId } from '../inputs';

export const listHoldingProjectsInput = z.object({ softwareId: recordId, ...pageInput });

export const listHoldingProjectsOutput = pageOf(
  z.object({
    id: z.guid(),
    name: z.string(),
    /** Those that hold the software. */
    images: z.number().int(),
  }),
);
