import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { requestReset as request } from './service/reset-password';
import { publicProcedure } from '@/server/platform/trpc/init';

export const requestResetInput = z.object({ email: emailSchema });

/** Open to anyone; answers every address alike. */
export const requestReset = publicProcedure
  .input(requestResetInput)
  .mutation(({ ctx: { deps, remoteAddress }, input }) => request(deps, input.email, remoteAddress));
