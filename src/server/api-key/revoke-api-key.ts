import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { revokeApiKey as revoke } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const revokeApiKeyInput = z.object({ id: recordId });

export const revokeApiKeyOutput = z.void();

export const revokeApiKeyMeta = rest({
  method: 'DELETE',
  path: '/api_key/{id}',
  summary: 'Revoke an API key',
  description: 'For good and at once: the next request that shows the key is a 401.',
  tag: 'API keys',
  errors: [404],
  success: 204,
});

export const revokeApiKey = permitted('api-key:manage')
  .meta(revokeApiKeyMeta)
  .input(revokeApiKeyInput)
  .output(revokeApiKeyOutput)
  .mutation(({ ctx, input }) => revoke(ctx.deps, ctx.principal, input.id));
