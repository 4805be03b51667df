import { z } from 'zod';
import { invitationRecord } from './dto';
import { revokeInvitation as revoke } from './service/invite';
import { permitted } from '@/server/platform/trpc/init';

export const revokeInvitationInput = z.object({ id: z.guid() });

export const revokeInvitationOutput = invitationRecord;

/** In the organization that is active. */
export const revokeInvitation = permitted('organization:manage')
  .input(revokeInvitationInput)
  .output(revokeInvitationOutput)
  .mutation(({ ctx, input }) => revoke(ctx.deps, ctx.principal, input.id));
