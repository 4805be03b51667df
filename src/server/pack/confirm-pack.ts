import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { PACK_SIGNERS, packRecord } from './dto';
import { signPack } from './service/packs';

const MAX_NOTE_LENGTH = 1_000;

const input = {
  id: recordId,
  note: storedText(MAX_NOTE_LENGTH).nullable(),
};

export const confirmPackInput = z.object({ ...input, signer: z.literal(PACK_SIGNERS[0]) });

export const confirmPackOutput = packRecord;

/** Signs a pack as the one who has reviewed it. A person in the dashboard: no program has read anything. */
export const confirmPack = permitted('pack:write')
  .input(confirmPackInput)
  .output(confirmPackOutput)
  .mutation(({ ctx, input: given }) => signPack(ctx.deps, ctx.principal, given));

export const approvePackInput = z.object({ ...input, signer: z.literal(PACK_SIGNERS[1]) });

/** Signs a pack as the one who approves it, which is for admins. */
export const approvePack = permitted('pack:approve')
  .input(approvePackInput)
  .output(confirmPackOutput)
  .mutation(({ ctx, input: given }) => signPack(ctx.deps, ctx.principal, given));
