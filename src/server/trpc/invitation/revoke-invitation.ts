import { revokeInvitation as revoke } from '@/server/invitation/service';
import { permitted } from '../init';
import { revokeInvitationInput, revokeInvitationOutput } from './revoke-invitation.schema';

/** In the organization that is active. */
export const revokeInvitation = permitted('organization:manage')
  .input(revokeInvitationInput)
  .output(revokeInvitationOutput)
  .mutation(({ ctx, input }) => revoke(ctx.deps, ctx.principal, input.id));
