import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';

export const renameAccountInput = z.object({ name: displayNameSchema });
