import { z } from 'zod';

export const listAdminsOutput = z.array(z.object({ name: z.string(), email: z.string() }));
