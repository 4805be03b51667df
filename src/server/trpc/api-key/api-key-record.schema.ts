import { z } from 'zod';
import { ROLES } from '@/domain/roles/permissions';

/** An API key without its secret. */
export const apiKeyRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(ROLES),
  prefix: z.string().describe('How the key begins, to recognize it by'),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
});
