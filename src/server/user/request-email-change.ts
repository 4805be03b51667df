import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { currentPassword } from './dto';
import { requestEmailChange as request } from './service/change-email';
import { personProcedure } from '@/server/platform/trpc/init';

export const requestEmailChangeInput = z.object({ email: emailSchema, currentPassword });

/** Answers alike whether or not the address has an account. */
export const requestEmailChange = personProcedure
  .input(requestEmailChangeInput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    request(deps, caller, input, { requestId, remoteAddress }),
  );
