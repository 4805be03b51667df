import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { apiKeyRecord } from '../api-key/api-key-record.schema';

export const listMemberKeysInput = z.object({
  userId: z.guid(),
  /** What they are to become; null: they are to be removed. */
  role: z.enum(PERSON_ROLES).nullable(),
});

export const listMemberKeysOutput = z.array(apiKeyRecord);
