import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { renameAccount as rename } from './service/account';
import { personProcedure } from '@/server/platform/trpc/init';

export const renameAccountInput = z.object({ name: displayNameSchema });

export const renameAccount = personProcedure
  .input(renameAccountInput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    rename(deps, caller, input.name, { requestId, remoteAddress }),
  );
