import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';
import { getAccount as get } from './service/account';
import { personProcedure } from '@/server/platform/trpc/init';

export const getAccountOutput = z.object({
  name: z.string(),
  email: z.string(),
  emailProven: z.boolean(),
  passwordsInUse: z.boolean(),
  hasPassword: z.boolean(),
  sendsMail: z.boolean(),
  pendingEmail: z.object({ email: z.string(), expiresAt: instant }).nullable(),
});

export const getAccount = personProcedure
  .output(getAccountOutput)
  .query(({ ctx: { deps, caller } }) => get(deps, caller));
