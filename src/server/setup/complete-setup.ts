import { completeSetup as complete } from './service/set-up';
import { firstAccountSchema } from '@/domain/user/account';
import { publicProcedure } from '@/server/platform/trpc/init';

export const completeSetupInput = firstAccountSchema;

/** Open to anyone who holds the token from the log; the service checks it. */
export const completeSetup = publicProcedure
  .input(completeSetupInput)
  .mutation(({ ctx: { deps, requestId, remoteAddress }, input }) =>
    complete(deps, input, { requestId, remoteAddress }),
  );
