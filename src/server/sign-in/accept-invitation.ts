import { z } from 'zod';
import { displayNameSchema, newPasswordSchema } from '@/domain/user/account';
import { invitationToken } from '@/server/invitation/dto';
import {
  acceptAsNewPerson as acceptWithAccount,
  acceptInvitation as accept,
} from './service/accept';
import { personProcedure, publicProcedure } from '@/server/platform/trpc/init';

export const acceptInvitationInput = z.object({ token: invitationToken });

export const acceptAsNewPersonInput = z.object({
  token: invitationToken,
  name: displayNameSchema,
  password: newPasswordSchema,
});

/** The person's new organization, and the address that they sign in with. */
export const acceptInvitationOutput = z.object({
  organizationId: z.guid(),
  organizationName: z.string(),
  email: z.string(),
});

/** Accepts for the signed-in person, whose session acts in the organization from then on. */
export const acceptInvitation = personProcedure
  .input(acceptInvitationInput)
  .output(acceptInvitationOutput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    accept(deps, caller, input.token, { requestId, remoteAddress }),
  );

/** Accepts for the holder of the link of an address without an account; signing in comes after. */
export const acceptAsNewPerson = publicProcedure
  .input(acceptAsNewPersonInput)
  .output(acceptInvitationOutput)
  .mutation(({ ctx: { deps, requestId, remoteAddress }, input }) =>
    acceptWithAccount(deps, input, { requestId, remoteAddress }),
  );
