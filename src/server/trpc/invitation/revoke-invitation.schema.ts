import { z } from 'zod';
import { invitationRecord } from './invitation.schema';

export const revokeInvitationInput = z.object({ id: z.guid() });

export const revokeInvitationOutput = invitationRecord;
