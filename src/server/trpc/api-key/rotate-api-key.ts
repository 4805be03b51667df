import { rotateApiKey as rotate } from '@/server/api-key/service';
import { permitted } from '../init';
import { rotateApiKeyInput, rotateApiKeyMeta, rotateApiKeyOutput } from './rotate-api-key.schema';

export const rotateApiKey = permitted('api-key:manage')
  .meta(rotateApiKeyMeta)
  .input(rotateApiKeyInput)
  .output(rotateApiKeyOutput)
  .mutation(({ ctx, input }) =>
    rotate(ctx.deps, ctx.principal, input.id, input.body?.grace_hours ?? 0),
  );
