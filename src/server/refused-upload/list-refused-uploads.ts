import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { callerKind, instant } from '@/server/platform/trpc/outputs';
import { listRefusedUploads as list } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

/** No record is kept because of its age, but nobody looks back further. */
const MAX_DAYS = 365;

export const listRefusedUploadsInput = z.object({
  /** Only those of as many UTC days, today included; null: all that are kept. */
  days: z.number().int().min(1).max(MAX_DAYS).nullish(),
  ...pageInput,
});

export const listRefusedUploadsOutput = pageOf(
  z.object({
    id: z.guid(),
    refusedDate: instant,
    path: z.string(),
    callerKind,
    callerName: z.string(),
    remoteAddress: z.string(),
    requestId: z.string(),
    status: z.number().int(),
    faultCount: z.number().int(),
    /** The first of them. `where`: keys and indexes in the body with dots between, "" for all of it. */
    faults: z.array(z.object({ where: z.string(), message: z.string() })),
  }),
);

/** Lists uploads that were not accepted, newest first: scanners ignore the answer, so an admin looks here. */
export const listRefusedUploads = permittedToList('refused-upload:read')
  .input(listRefusedUploadsInput)
  .output(listRefusedUploadsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
