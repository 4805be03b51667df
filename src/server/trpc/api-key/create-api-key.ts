import { createApiKey as create } from '@/server/api-key/service';
import { permitted } from '../init';
import { createApiKeyInput, createApiKeyMeta, createApiKeyOutput } from './create-api-key.schema';

export const createApiKey = permitted('api-key:manage')
  .meta(createApiKeyMeta)
  .input(createApiKeyInput)
  .output(createApiKeyOutput)
  .mutation(({ ctx, input }) => {
    const { name = 'API key', role = 'member', expires_at: expiresAt } = input.body ?? {};
    return create(ctx.deps, ctx.principal, {
      name,
      role,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
  });
