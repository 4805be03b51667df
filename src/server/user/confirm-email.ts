import { z } from 'zod';
import { linkToken } from './dto';
import { confirmEmailChange, previewEmailChange } from './service/change-email';
import { personProcedure } from '@/server/platform/trpc/init';

export const confirmEmailInput = z.object({ token: linkToken });

export const confirmEmailOutput = z.object({ email: z.string() });

/** The address that a link would make the caller's. */
export const previewEmail = personProcedure
  .input(confirmEmailInput)
  .output(confirmEmailOutput)
  .query(({ ctx: { deps, caller }, input }) => previewEmailChange(deps, caller, input.token));

export const confirmEmail = personProcedure
  .input(confirmEmailInput)
  .output(confirmEmailOutput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    confirmEmailChange(deps, caller, input.token, { requestId, remoteAddress }),
  );
