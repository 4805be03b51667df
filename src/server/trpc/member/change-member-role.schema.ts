import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { memberRecord } from './member.schema';

export const changeMemberRoleInput = z.object({ userId: z.guid(), role: z.enum(PERSON_ROLES) });

export const changeMemberRoleOutput = memberRecord;
