import { z } from 'zod';
import { INVITATION_STATUSES } from '@/domain/invitation/invitation-status';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { instant } from '../outputs';

/** An invitation without its token. */
export const invitationRecord = z
  .object({
    id: z.guid(),
    email: z.string(),
    role: z.enum(PERSON_ROLES),
    status: z.enum(INVITATION_STATUSES),
    expires_at: instant,
    invited_by: z.string().describe('Name of the person or key that invited'),
    created_at: instant,
  })
  .meta({ id: 'Invitation' });

/** The end of an accept link. */
export const invitationToken = z.string().min(1).max(100);
