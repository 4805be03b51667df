import { z } from 'zod';
import { ROLES } from '@/domain/roles/permissions';
import { displayNameSchema } from '@/domain/user/account';
import { calendarInstant } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { shownApiKey } from './dto';
import { createApiKey as create } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const createApiKeyInput = z.object({
  body: z
    .object({
      name: displayNameSchema.describe('Default: `API key`').optional(),
      role: z.enum(ROLES).describe('Default: `member`').optional(),
      expires_at: calendarInstant
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

export const createApiKey = permitted('api-key:manage')
  .meta(createApiKeyMeta)
  .input(createApiKeyInput)
  .output(createApiKeyOutput)
  .mutation(({ ctx, input }) => {
    const { name = 'API key', role = 'member', expires_at: expiresAt } = input.body ?? {};
    return create(ctx.deps, ctx.principal, {
      name,
      role,
      expiresAt: expiresAt ?? null,
    });
  });
