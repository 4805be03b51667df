import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { shownApiKey } from './dto';
import { rotateApiKey as rotate } from './service';
import { permitted } from '@/server/platform/trpc/init';

const MAX_GRACE_HOURS = 168;

export const rotateApiKeyInput = z.object({
  id: recordId,
  body: z
    .object({
      grace_hours: z
        .int()
        .min(0)
        .max(MAX_GRACE_HOURS)
        .describe('How long the old key goes on working; default 0: it stops at once')
        .optional(),
    })
    .meta({ id: 'ApiKeyRotation', example: { grace_hours: 24 } })
    .nullish(),
});

export const rotateApiKeyOutput = shownApiKey;

export const rotateApiKeyMeta = rest({
  method: 'PATCH',
  path: '/api_key/{id}',
  summary: 'Rotate an API key',
  description:
    'Exchanges the key for a new one, which is shown this once; id, name, role and expiry stay. A grace of an earlier rotation never lasts longer than this one’s. A key that has expired is a 409. The body may be left out.',
  tag: 'API keys',
  errors: [404, 409],
  success: 201,
  body: 'optional-json',
});

export const rotateApiKey = permitted('api-key:manage')
  .meta(rotateApiKeyMeta)
  .input(rotateApiKeyInput)
  .output(rotateApiKeyOutput)
  .mutation(({ ctx, input }) =>
    rotate(ctx.deps, ctx.principal, input.id, input.body?.grace_hours ?? 0),
  );
