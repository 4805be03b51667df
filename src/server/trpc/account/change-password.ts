import { sessionCookie } from '@/server/auth/session-cookie';
import { changePassword as change } from '@/server/user/change-password';
import { personProcedure } from '../init';
import { changePasswordInput } from './change-password.schema';

/** The browser goes on in another session, whose cookie comes with the answer. */
export const changePassword = personProcedure
  .input(changePasswordInput)
  .mutation(async ({ ctx, input }) => {
    const { deps, caller, requestId, remoteAddress } = ctx;
    const sessionId = await change(deps, caller, input, { requestId, remoteAddress });
    ctx.setCookie?.(await sessionCookie(deps, sessionId));
  });
