import {
  acceptAsNewPerson as acceptWithAccount,
  acceptInvitation as accept,
} from '@/server/invitation/accept';
import { personProcedure, publicProcedure } from '../init';
import {
  acceptAsNewPersonInput,
  acceptInvitationInput,
  acceptInvitationOutput,
} from './accept-invitation.schema';

/** For the signed-in person, whose session acts in the organization from then on. */
export const acceptInvitation = personProcedure
  .input(acceptInvitationInput)
  .output(acceptInvitationOutput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    accept(deps, caller, input.token, { requestId, remoteAddress }),
  );

/** For whoever holds the link of an address without an account; signing in comes after. */
export const acceptAsNewPerson = publicProcedure
  .input(acceptAsNewPersonInput)
  .output(acceptInvitationOutput)
  .mutation(({ ctx: { deps, requestId, remoteAddress }, input }) =>
    acceptWithAccount(deps, input, { requestId, remoteAddress }),
  );
