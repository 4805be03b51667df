import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { memberRecord } from './member.schema';

export const changeMemberRoleInput = z.object({
  userId: z.guid(),
  role: z.enum(PERSON_ROLES),
  /** Whether their keys that can do more than that role end with it. */
  revokeKeys: z.boolean().optional(),
});

export const changeMemberRoleOutput = memberRecord;
