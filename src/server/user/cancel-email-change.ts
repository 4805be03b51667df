import { cancelEmailChange as cancel } from './service/change-email';
import { personProcedure } from '@/server/platform/trpc/init';

export const cancelEmailChange = personProcedure.mutation(
  ({ ctx: { deps, caller, requestId, remoteAddress } }) =>
    cancel(deps, caller, { requestId, remoteAddress }),
);
