import { z } from 'zod';
import { INVITATION_STATUSES } from '@/domain/invitation/invitation';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { instant } from '@/server/platform/trpc/outputs';
import { invitationToken } from '@/server/invitation/dto';
import { previewInvitation as preview } from '@/server/sign-in/service/accept';
import { publicProcedure } from '@/server/platform/trpc/init';

export const previewInvitationInput = z.object({ token: invitationToken });

/** Enough for the page behind the link to say who invites whom; not whether the address has an account. */
export const previewInvitationOutput = z.object({
  organizationId: z.guid(),
  organizationName: z.string(),
  email: z.string(),
  role: z.enum(PERSON_ROLES),
  invitedBy: z.string(),
  status: z.enum(INVITATION_STATUSES),
  expiresAt: instant,
});

/** Open to anyone who holds the link. */
export const previewInvitation = publicProcedure
  .input(previewInvitationInput)
  .output(previewInvitationOutput)
  .query(({ ctx, input }) => preview(ctx.deps, input.token));
