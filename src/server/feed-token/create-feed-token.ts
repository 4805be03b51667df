import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { calendarInstant, storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { feedTokenExample, shownFeedToken } from './dto';
import { createFeedToken as create } from './service';

const MAX_SLUG_LENGTH = 255;

const common = {
  label: displayNameSchema.describe('To recognize it by'),
  expires_at: calendarInstant
    .nullish()
    .describe('ISO 8601, in the future; null or absent: it holds until it is revoked'),
};

export const createFeedTokenInput = z.object({
  body: z
    .discriminatedUnion('scope', [
      z.object({ scope: z.enum(['organization', 'mine']), ...common }),
      z.object({
        scope: z.enum(['team', 'project', 'image']),
        subject: recordId.describe('The id of the team, the project or the image'),
        ...common,
      }),
      z.object({
        scope: z.literal('product'),
        subject: storedText(MAX_SLUG_LENGTH).describe('The catalog’s slug'),
        ...common,
      }),
    ])
    .meta({
      id: 'NewFeedToken',
      example: { scope: 'team', subject: feedTokenExample.subject, label: feedTokenExample.label },
    }),
});

export const createFeedTokenOutput = shownFeedToken;

export const createFeedTokenMeta = rest({
  method: 'POST',
  path: '/feed_tokens',
  summary: 'Make the addresses of feeds',
  description:
    'A calendar, an Atom feed, a badge and end-of-life data of one scope, at addresses that need no key: whoever knows them reads that scope and nothing else. The token in them is shown this once: only its SHA-256 is stored. The scope `mine` is what the person’s own teams own, so it is none of keys. An organization has up to 1,000; one more is a 409.',
  tag: 'Feeds',
  errors: [404, 409],
  success: 201,
  body: 'json',
});

export const createFeedToken = permitted('feed:write')
  .meta(createFeedTokenMeta)
  .input(createFeedTokenInput)
  .output(createFeedTokenOutput)
  .mutation(({ ctx, input: { body } }) => {
    const { label, scope, expires_at: expiresAt } = body;
    return create(ctx.deps, ctx.principal, {
      ...{ label, scope, subject: 'subject' in body ? body.subject : null },
      expiresAt: expiresAt ?? null,
    });
  });
