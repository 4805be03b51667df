import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { recordId } from '../inputs';
import { instant } from '../outputs';

export const listImageScansInput = z.object({ imageTagId: recordId, ...pageInput });

export const listImageScansOutput = pageOf(
  z.object({
    id: z.guid(),
    scanDate: instant,
    callerKind: z.enum(['person', 'api_key']),
    callerName: z.string(),
    commitHash: z.string().nullable(),
    digest: z.string().nullable(),
    matchCount: z.number().int(),
    componentCount: z.number().int(),
    openedCount: z.number().int(),
    closedCount: z.number().int(),
  }),
);
