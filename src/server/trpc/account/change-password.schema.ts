import { z } from 'zod';
import { newPasswordSchema } from '@/domain/user/account';
import { currentPassword } from './account.schema';

export const changePasswordInput = z.object({ currentPassword, newPassword: newPasswordSchema });
