import { z } from 'zod';
import { displayNameSchema, newPasswordSchema } from '@/domain/user/account';
import { invitationToken } from './invitation.schema';

export const acceptInvitationInput = z.object({ token: invitationToken });

export const acceptAsNewPersonInput = z.object({
  token: invitationToken,
  name: displayNameSchema,
  password: newPasswordSchema,
});

/** Where the person belongs now, and the address that they sign in with. */
export const acceptInvitationOutput = z.object({
  organizationId: z.guid(),
  organizationName: z.string(),
  email: z.string(),
});
