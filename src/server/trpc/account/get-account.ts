import { getAccount as get } from '@/server/user/account';
import { personProcedure } from '../init';
import { getAccountOutput } from './get-account.schema';

export const getAccount = personProcedure
  .output(getAccountOutput)
  .query(({ ctx: { deps, caller } }) => get(deps, caller));
