import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { waiverRecord } from './dto';
import { noteInput } from './revoke-waiver';
import { decideWaiver as decide } from './service/decide';

/** What is decided, by somebody who has seen this version of what is asked for. */
export const decisionFields = {
  decision: z.enum(['granted', 'declined']),
  version: z.number().int().min(1),
  note: noteInput,
};

/** For people: no key decides, so that no program asks for something and grants it to itself. */
export const decideWaiver = permitted('waiver:decide')
  .input(z.object({ id: recordId, ...decisionFields }))
  .output(waiverRecord)
  .mutation(({ ctx, input: { id, decision, version, note } }) =>
    decide(ctx.deps, ctx.principal, id, { decision, version, note: note?.trim() || null }),
  );
