import { revokeApiKey as revoke } from '@/server/api-key/service';
import { permitted } from '../init';
import { revokeApiKeyInput, revokeApiKeyMeta, revokeApiKeyOutput } from './revoke-api-key.schema';

export const revokeApiKey = permitted('api-key:manage')
  .meta(revokeApiKeyMeta)
  .input(revokeApiKeyInput)
  .output(revokeApiKeyOutput)
  .mutation(({ ctx, input }) => revoke(ctx.deps, ctx.principal, input.id));
