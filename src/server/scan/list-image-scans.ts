import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { recordId } from '@/server/platform/trpc/inputs';
import { callerKind, instant } from '@/server/platform/trpc/outputs';
import { listImageScans as list } from '@/server/scan/service/history';
import { permittedToList } from '@/server/platform/trpc/init';

export const listImageScansInput = z.object({ imageTagId: recordId, ...pageInput });

const changedSoftware = z.object({ productName: z.string(), releaseCycle: z.string() });

/** Software found for the first time, and missing for the first time. Of many only the first by name are listed. */
const changes = {
  openedCount: z.number().int(),
  closedCount: z.number().int(),
  opened: z.array(changedSoftware),
  closed: z.array(changedSoftware),
};

export const listImageScansOutput = pageOf(
  z.object({
    id: z.guid(),
    scanDate: instant,
    callerKind,
    callerName: z.string(),
    commitHash: z.string().nullable(),
    digest: z.string().nullable(),
    matchCount: z.number().int(),
    componentCount: z.number().int(),
    ...changes,
    /** Changes by the catalog after this scan and before the next, newest first. */
    catalogChanges: z.array(z.object({ changedAt: instant, ...changes })),
    /** The verdict of that day's policies. */
    policyAction: z.enum(POLICY_ACTIONS),
    /** False: there were policies, and the scanner had not read them; null where that means nothing. */
    policiesRead: z.boolean().nullable(),
  }),
);

/** Lists when an image was scanned and what that changed, newest first. */
export const listImageScans = permittedToList('inventory:read')
  .input(listImageScansInput)
  .output(listImageScansOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
