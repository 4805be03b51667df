import { z } from 'zod';
import { recordId } from '../inputs';
import { instant } from '../outputs';

export const getRefusedUploadInput = z.object({ id: recordId });

export const getRefusedUploadOutput = z.object({
  id: z.guid(),
  refusedDate: instant,
  path: z.string(),
  callerKind: z.enum(['person', 'api_key']),
  callerName: z.string(),
  remoteAddress: z.string(),
  requestId: z.string(),
  status: z.number().int(),
  /** `where`: keys and indexes in the body with dots between, "" for all of it. */
  faults: z.array(z.object({ where: z.string(), message: z.string() })),
});
