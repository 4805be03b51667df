import { requestEmailChange as request } from '@/server/user/change-email';
import { personProcedure } from '../init';
import { requestEmailChangeInput } from './request-email-change.schema';

/** Answers alike whether or not the address has an account. */
export const requestEmailChange = personProcedure
  .input(requestEmailChangeInput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    request(deps, caller, input, { requestId, remoteAddress }),
  );
