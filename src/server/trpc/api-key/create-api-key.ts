import { createApiKey as create } from '@/server/api-key/service';
import { permitted } from '../init';
import { createApiKeyInput, createApiKeyOutput } from './create-api-key.schema';

export const createApiKey = permitted('api-key:manage')
  .input(createApiKeyInput)
  .output(createApiKeyOutput)
  .mutation(({ ctx, input }) => {
    const { name, role, expires_at: expiresAt } = input.body;
    return create(ctx.deps, ctx.principal, {
      name,
      role,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
  });
