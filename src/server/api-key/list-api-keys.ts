import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { apiKeyRecord } from './dto';
import { listApiKeys as list } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const listApiKeysOutput = z.array(apiKeyRecord);

export const listApiKeysMeta = rest({
  method: 'GET',
  path: '/api_key',
  summary: 'List the API keys',
  description: 'Newest first, without secrets and without those that were revoked.',
  tag: 'API keys',
});

export const listApiKeys = permitted('api-key:manage')
  .meta(listApiKeysMeta)
  .output(listApiKeysOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal));
