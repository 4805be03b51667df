import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { MAX_WAIVER_TEXT } from '@/domain/waiver/waiver';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { waiverRecord } from './dto';
import { revokeWaiver as revoke } from './service/decide';

/** What somebody says to what they decide. */
export const noteInput = storedText(MAX_WAIVER_TEXT)
  .nullable()
  .describe('Why; kept in its history')
  .optional();

export const revokeWaiverInput = z.object({
  id: recordId,
  body: z
    .object({ note: noteInput })
    .meta({ id: 'WaiverRevocation', example: { note: 'The image was moved to 13' } })
    .nullish(),
});

export const revokeWaiverOutput = waiverRecord;

export const revokeWaiverMeta = rest({
  method: 'POST',
  path: '/waivers/{id}/revoke',
  summary: 'Revoke a waiver',
  description:
    'It ends at once, and what it covered is judged again. For its owner, whoever asked for it, and admins. It stays in the list with its history. The body may be left out.',
  tag: 'Waivers',
  errors: [404, 409],
  body: 'optional-json',
});

export const revokeWaiver = permitted('waiver:ask')
  .meta(revokeWaiverMeta)
  .input(revokeWaiverInput)
  .output(revokeWaiverOutput)
  .mutation(({ ctx, input }) =>
    revoke(ctx.deps, ctx.principal, input.id, input.body?.note?.trim() || null),
  );
