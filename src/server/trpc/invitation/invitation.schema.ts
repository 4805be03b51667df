import { z } from 'zod';
import { INVITATION_STATUSES } from '@/domain/invitation/invitation-status';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { instant } from '../outputs';

/** For the API's document. */
export const invitationExample = {
  id: '01931c5c-3a41-7f92-9c07-8d5b2e6a1f30',
  email: 'grace@example.com',
  role: 'member',
  status: 'pending',
  expires_at: '2026-01-09T09:00:00.000Z',
  invited_by: 'Ada Lovelace',
  created_at: '2026-01-02T09:00:00.000Z',
};

/** An invitation without its token. */
export const invitationRecord = z
  .object({
    id: z.guid(),
    email: z.string().meta({ format: 'email' }),
    role: z.enum(PERSON_ROLES),
    status: z.enum(INVITATION_STATUSES),
    expires_at: instant,
    invited_by: z.string().describe('Name of the person or key that invited'),
    created_at: instant,
  })
  .meta({ id: 'Invitation', example: invitationExample });

/** The end of an accept link. */
export const invitationToken = z.string().min(1).max(100);
