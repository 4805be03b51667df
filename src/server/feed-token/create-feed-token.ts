import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { shownFeedToken } from './dto';
import { createFeedToken as create } from './service';

const MAX_SLUG_LENGTH = 255;

export const createFeedTokenInput = z
  .discriminatedUnion('scope', [
    z.object({ scope: z.enum(['organization', 'mine']) }),
    z.object({ scope: z.enum(['team', 'project', 'image']), subject: recordId }),
    z.object({ scope: z.literal('product'), subject: storedText(MAX_SLUG_LENGTH) }),
  ])
  .and(
    z.object({
      label: displayNameSchema,
      expires_at: z.iso.datetime({ offset: true }).nullish(),
    }),
  );

/** Makes a feed token, which is never shown again: only its SHA-256 is stored. */
export const createFeedToken = permitted('feed:write')
  .input(createFeedTokenInput)
  .output(shownFeedToken)
  .mutation(({ ctx, input }) => {
    const { label, scope, expires_at: expiresAt } = input;
    return create(ctx.deps, ctx.principal, {
      ...{ label, scope, subject: 'subject' in input ? input.subject : null },
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
  });
