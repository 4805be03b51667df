import { checkPassword as check } from '@/server/user/check-password';
import { publicProcedure } from '../init';
import { checkPasswordInput, checkPasswordOutput } from './check-password.schema';

/** A mutation, though it changes nothing: what a query takes stands in its address, and addresses in logs. */
export const checkPassword = publicProcedure
  .input(checkPasswordInput)
  .output(checkPasswordOutput)
  .mutation(({ ctx: { deps, remoteAddress }, input }) => check(deps, input, remoteAddress));
