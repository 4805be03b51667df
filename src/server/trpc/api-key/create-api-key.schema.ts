import { z } from 'zod';
import { ROLES } from '@/domain/roles/permissions';
import { displayNameSchema } from '@/domain/user/account';
import { rest } from '../meta';
import { shownApiKey } from './api-key-record.schema';

export const createApiKeyInput = z.object({
  body: z
    .object({
      name: displayNameSchema.describe('Default: `API key`').optional(),
      role: z.enum(ROLES).describe('Default: `member`').optional(),
      expires_at: z.iso
        .datetime({ offset: true })
        .nullable()
        .describe('ISO 8601, in the future; null or absent: it does not expire')
        .optional(),
    })
    .meta({ id: 'NewApiKey', example: { name: 'Build server', role: 'scanner' } })
    .nullish(),
});

export const createApiKeyOutput = shownApiKey;

export const createApiKeyMeta = rest({
  method: 'POST',
  path: '/api_key',
  summary: 'Create an API key',
  description:
    'Answers with the key itself, which is never shown again: only its SHA-256 is stored. The body may be left out.',
  tag: 'API keys',
  success: 201,
  body: 'optional-json',
});
