import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { shownChannel } from './dto';
import { rotateKeys } from './service/channels';

const MAX_GRACE_HOURS = 168;

export const rotateChannelKeysInput = z.object({
  id: recordId,
  body: z
    .object({
      grace_hours: z
        .int()
        .min(0)
        .max(MAX_GRACE_HOURS)
        .describe('How long the keys before sign as well; default 0: not at all')
        .optional(),
    })
    .meta({ id: 'ChannelKeysRotation', example: { grace_hours: 24 } })
    .nullish(),
});

export const rotateChannelKeysOutput = shownChannel;

export const rotateChannelKeysMeta = rest({
  method: 'POST',
  path: '/channels/{id}/keys',
  summary: 'Rotate the keys of a channel',
  description:
    'Makes new keys, whose secret is shown this once. Until the grace ends each request has the signatures of both generations, so a receiver takes the new secret when it likes. What an earlier rotation left ends at once. A channel that does not sign is a 409. The body may be left out.',
  tag: 'Messages',
  errors: [404, 409],
  success: 201,
  body: 'optional-json',
});

export const rotateChannelKeys = permitted('channel:manage')
  .meta(rotateChannelKeysMeta)
  .input(rotateChannelKeysInput)
  .output(rotateChannelKeysOutput)
  .mutation(({ ctx, input }) =>
    rotateKeys(ctx.deps, ctx.principal, input.id, input.body?.grace_hours ?? 0),
  );
