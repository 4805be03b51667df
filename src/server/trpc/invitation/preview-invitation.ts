import { previewInvitation as preview } from '@/server/invitation/accept';
import { publicProcedure } from '../init';
import { previewInvitationInput, previewInvitationOutput } from './preview-invitation.schema';

/** Open to whoever holds the link. */
export const previewInvitation = publicProcedure
  .input(previewInvitationInput)
  .output(previewInvitationOutput)
  .query(({ ctx, input }) => preview(ctx.deps, input.token));
