import { z } from 'zod';
import { newPasswordSchema } from '@/domain/user/account';
import { linkToken } from './account.schema';

export const previewResetInput = z.object({ token: linkToken });

/** Whose password the link is for. */
export const previewResetOutput = z.object({ email: z.string(), name: z.string() });

export const resetPasswordInput = z.object({ token: linkToken, password: newPasswordSchema });
