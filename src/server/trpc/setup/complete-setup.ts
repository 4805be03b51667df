import { completeSetup as complete } from '@/server/setup/complete-setup';
import { publicProcedure } from '../init';
import { completeSetupInput } from './complete-setup.schema';

/** Open to anyone who holds the token from the log; the service checks it. */
export const completeSetup = publicProcedure
  .input(completeSetupInput)
  .mutation(({ ctx: { deps, requestId, remoteAddress }, input }) =>
    complete(deps, input, { requestId, remoteAddress }),
  );
