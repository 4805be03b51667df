import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { callerKind, instant } from '@/server/platform/trpc/outputs';
import { getRefusedUpload as get } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const getRefusedUploadInput = z.object({ id: recordId });

export const getRefusedUploadOutput = z.object({
  id: z.guid(),
  refusedDate: instant,
  path: z.string(),
  callerKind,
  callerName: z.string(),
  remoteAddress: z.string(),
  requestId: z.string(),
  status: z.number().int(),
  /** `where`: keys and indexes in the body with dots between, "" for all of it. */
  faults: z.array(z.object({ where: z.string(), message: z.string() })),
});

/** Gets one refused upload with all that is known of it. */
export const getRefusedUpload = permitted('refused-upload:read')
  .input(getRefusedUploadInput)
  .output(getRefusedUploadOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
