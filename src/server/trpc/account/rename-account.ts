import { renameAccount as rename } from '@/server/user/account';
import { personProcedure } from '../init';
import { renameAccountInput } from './rename-account.schema';

export const renameAccount = personProcedure
  .input(renameAccountInput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) =>
    rename(deps, caller, input.name, { requestId, remoteAddress }),
  );
