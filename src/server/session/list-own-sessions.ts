import { z } from 'zod';
import { endOtherSessions, endOwnSession, listOwnSessions } from './service/sessions';
import { recordId } from '@/server/platform/trpc/inputs';
import { instant } from '@/server/platform/trpc/outputs';
import { personProcedure } from '@/server/platform/trpc/init';

export const ownSessionsOutput = z.array(
  z.object({
    id: z.guid(),
    device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
    remoteAddress: z.string(),
    createdAt: instant,
    lastSeenAt: instant,
    isCurrent: z.boolean(),
  }),
);

export const endSessionInput = z.object({ id: recordId });

export const endOthersOutput = z.object({ ended: z.number().int() });

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
