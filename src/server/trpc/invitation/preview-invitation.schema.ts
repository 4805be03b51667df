import { z } from 'zod';
import { INVITATION_STATUSES } from '@/domain/invitation/invitation-status';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { instant } from '../outputs';
import { invitationToken } from './invitation.schema';

export const previewInvitationInput = z.object({ token: invitationToken });

/** Enough for the page behind the link to say who invites whom; nothing of whether the address has an account. */
export const previewInvitationOutput = z.object({
  organizationId: z.guid(),
  organizationName: z.string(),
  email: z.string(),
  role: z.enum(PERSON_ROLES),
  invitedBy: z.string(),
  status: z.enum(INVITATION_STATUSES),
  expiresAt: instant,
});
