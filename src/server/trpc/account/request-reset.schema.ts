import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';

export const requestResetInput = z.object({ email: emailSchema });
