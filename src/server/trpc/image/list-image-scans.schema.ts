import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { recordId } from '../inputs';
import { instant } from '../outputs';

export const listImageScansInput = z.object({ imageTagId: recordId, ...pageInput });

const changedSoftware = z.object({ productName: z.string(), releaseCycle: z.string() });

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
    /** The first of them by name: what this scan was the first to find, and the first to lack. */
    opened: z.array(changedSoftware),
    closed: z.array(changedSoftware),
    /** What the policies of that day said. */
    policyAction: z.enum(POLICY_ACTIONS),
  }),
);
