import { endOtherSessions, endOwnSession, listOwnSessions } from '@/server/session/own-sessions';
import { personProcedure } from '../init';
import { endOthersOutput, endSessionInput, ownSessionsOutput } from './own-sessions.schema';

export const listSessions = personProcedure
  .output(ownSessionsOutput)
  .query(({ ctx: { deps, caller } }) => listOwnSessions(deps, caller));

export const endSession = personProcedure
  .input(endSessionInput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    endOwnSession(deps, caller, input.id, { requestId, remoteAddress }),
  );

export const endOthers = personProcedure
  .output(endOthersOutput)
  .mutation(async ({ ctx: { deps, caller, requestId, remoteAddress } }) => ({
    ended: await endOtherSessions(deps, caller, { requestId, remoteAddress }),
  }));
