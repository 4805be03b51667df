import { z } from 'zod';
import { newPasswordSchema } from '@/domain/user/account';
import { currentPassword } from './dto';
import { sessionCookie } from '@/server/platform/auth/credentials';
import { changePassword as change } from './service/change-password';
import { personProcedure } from '@/server/platform/trpc/init';

export const changePasswordInput = z.object({ currentPassword, newPassword: newPasswordSchema });

/** The browser goes on in another session, whose cookie comes with the answer. */
export const changePassword = personProcedure
  .input(changePasswordInput)
  .mutation(async ({ ctx, input }) => {
    const { deps, caller, requestId, remoteAddress } = ctx;
    const sessionId = await change(deps, caller, input, { requestId, remoteAddress });
    ctx.setCookie?.(await sessionCookie(deps, sessionId));
  });
