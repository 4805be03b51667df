import { z } from 'zod';
import { linkToken } from './account.schema';

export const confirmEmailInput = z.object({ token: linkToken });

export const confirmEmailOutput = z.object({ email: z.string() });
