import { listApiKeys as list } from '@/server/api-key/service';
import { permitted } from '../init';
import { listApiKeysMeta, listApiKeysOutput } from './list-api-keys.schema';

export const listApiKeys = permitted('api-key:manage')
  .meta(listApiKeysMeta)
  .output(listApiKeysOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal));
