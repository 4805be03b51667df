import { z } from 'zod';
import { newPasswordSchema } from '@/domain/user/account';
import { linkToken } from './dto';
import { previewReset as preview, resetPassword as reset } from './service/reset-password';
import { publicProcedure } from '@/server/platform/trpc/init';

export const previewResetInput = z.object({ token: linkToken });

/** The person whose password the link is for. */
export const previewResetOutput = z.object({ email: z.string(), name: z.string() });

export const resetPasswordInput = z.object({ token: linkToken, password: newPasswordSchema });

/** Open to anyone who holds the link. */
export const previewReset = publicProcedure
  .input(previewResetInput)
  .output(previewResetOutput)
  .query(({ ctx: { deps }, input }) => preview(deps, input.token));

/** Open to anyone who holds the link; signing in comes after. */
export const resetPassword = publicProcedure
  .input(resetPasswordInput)
  .mutation(({ ctx: { deps, requestId, remoteAddress }, input }) =>
    reset(deps, input, { requestId, remoteAddress }),
  );
