import { z } from 'zod';
import { recordId } from '../inputs';
import { instant } from '../outputs';

export const ownSessionsOutput = z.array(
  z.object({
    id: z.guid(),
    device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
    remoteAddress: z.string(),
    createdAt: instant,
    lastSeenAt: instant,
    isCurrent: z.boolean(),
  }),
);

export const endSessionInput = z.object({ id: recordId });

export const endOthersOutput = z.object({ ended: z.number().int() });
