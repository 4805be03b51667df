import { firstAccountSchema } from '@/domain/user/account';

export const completeSetupInput = firstAccountSchema;
