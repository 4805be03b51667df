import { z } from 'zod';
import { instant } from '../outputs';

export const getAccountOutput = z.object({
  name: z.string(),
  email: z.string(),
  emailProven: z.boolean(),
  passwordsInUse: z.boolean(),
  hasPassword: z.boolean(),
  sendsMail: z.boolean(),
  pendingEmail: z.object({ email: z.string(), expiresAt: instant }).nullable(),
});
