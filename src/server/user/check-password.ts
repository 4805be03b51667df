import { z } from 'zod';
import { checkPassword as check } from './service/password-faults';
import { publicProcedure } from '@/server/platform/trpc/init';

/** Longer than any password that is accepted, so that one that is too long is told so. */
const MAX_LENGTH = 2_000;

export const checkPasswordInput = z.object({
  password: z.string().max(MAX_LENGTH),
  /** Of the account that it is for, as far as they are known yet. */
  email: z.string().max(MAX_LENGTH).default(''),
  name: z.string().max(MAX_LENGTH).default(''),
});

/** Help with the password; null when it would be accepted. */
export const checkPasswordOutput = z.object({ help: z.string().nullable() });

/** A mutation, though it changes nothing: a query's input stands in its address, and addresses in logs. */
export const checkPassword = publicProcedure
  .input(checkPasswordInput)
  .output(checkPasswordOutput)
  .mutation(({ ctx: { deps, remoteAddress }, input }) => check(deps, input, remoteAddress));
