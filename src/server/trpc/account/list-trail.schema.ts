import { z } from 'zod';
import { instant } from '../outputs';

export const listTrailOutput = z.array(
  z.object({
    id: z.guid(),
    at: instant,
    action: z.string(),
    by: z.string().nullable(),
    remoteAddress: z.string(),
    count: z.number().nullable(),
    lastAt: instant.nullable(),
  }),
);
