import { z } from 'zod';
import { ROLES } from '@/domain/roles/permissions';
import { displayNameSchema } from '@/domain/user/account';
import { apiKeyRecord } from './api-key-record.schema';

export const createApiKeyInput = z.object({
  body: z
    .object({
      name: displayNameSchema.default('API key'),
      role: z.enum(ROLES).default('member'),
      expires_at: z.iso.datetime({ offset: true }).nullish(),
    })
    .prefault({}),
});

export const createApiKeyOutput = apiKeyRecord.extend({
  key: z.string().describe('The key itself, shown this once'),
});
