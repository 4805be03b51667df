import { previewReset as preview, resetPassword as reset } from '@/server/user/reset-password';
import { publicProcedure } from '../init';
import { previewResetInput, previewResetOutput, resetPasswordInput } from './reset-password.schema';

/** Open to whoever holds the link. */
export const previewReset = publicProcedure
  .input(previewResetInput)
  .output(previewResetOutput)
  .query(({ ctx: { deps }, input }) => preview(deps, input.token));

/** Open to whoever holds the link; signing in comes after. */
export const resetPassword = publicProcedure
  .input(resetPasswordInput)
  .mutation(({ ctx: { deps, requestId, remoteAddress }, input }) =>
    reset(deps, input, { requestId, remoteAddress }),
  );
