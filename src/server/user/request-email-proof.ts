import { requestEmailProof as request } from './service/change-email';
import { personProcedure } from '@/server/platform/trpc/init';

/** Mails a link to the address that the person has. */
export const requestEmailProof = personProcedure.mutation(
  ({ ctx: { deps, caller, requestId, remoteAddress } }) =>
    request(deps, caller, { requestId, remoteAddress }),
);
