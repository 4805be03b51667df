import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { currentPassword } from './account.schema';

export const requestEmailChangeInput = z.object({ email: emailSchema, currentPassword });
