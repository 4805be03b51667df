import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { instant } from '../outputs';

export const memberRecord = z
  .object({
    user_id: z.guid(),
    email: z.string(),
    name: z.string(),
    role: z.enum(PERSON_ROLES),
    joined_at: instant,
  })
  .meta({ id: 'Member' });
