import { confirmEmailChange, previewEmailChange } from '@/server/user/change-email';
import { personProcedure } from '../init';
import { confirmEmailInput, confirmEmailOutput } from './confirm-email.schema';

/** The address that a link would make the caller's. */
export const previewEmail = personProcedure
  .input(confirmEmailInput)
  .output(confirmEmailOutput)
  .query(({ ctx: { deps, caller }, input }) => previewEmailChange(deps, caller, input.token));

export const confirmEmail = personProcedure
  .input(confirmEmailInput)
  .output(confirmEmailOutput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    confirmEmailChange(deps, caller, input.token, { requestId, remoteAddress }),
  );
