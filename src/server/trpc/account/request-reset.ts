import { requestReset as request } from '@/server/user/reset-password';
import { publicProcedure } from '../init';
import { requestResetInput } from './request-reset.schema';

/** Open to anyone; answers every address alike. */
export const requestReset = publicProcedure
  .input(requestResetInput)
  .mutation(({ ctx: { deps, remoteAddress }, input }) => request(deps, input.email, remoteAddress));
