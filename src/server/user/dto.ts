import { z } from 'zod';
import { PASSWORD_LENGTH } from '@/domain/user/password';

/** The token at the end of a mailed link. */
export const linkToken = z.string().min(1).max(100);

/** A password that is there already: whatever it is, it is only compared. */
export const currentPassword = z.string().max(PASSWORD_LENGTH.max);
