import { z } from 'zod';
import { listRefusedKeys as list } from '@/server/platform/auth/key-use';
import { END_REASONS } from '@/domain/api-key/api-key';
import { permitted } from '@/server/platform/trpc/init';
import { instant } from '@/server/platform/trpc/outputs';
import { listRefusedUploadsInput } from './list-refused-uploads';

const keyUse = z.object({
  apiKeyId: z.guid(),
  keyName: z.string(),
  reason: z.enum(END_REASONS),
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: z.string(),
  firstDate: instant,
  lastDate: instant,
  count: z.number().int(),
  /** Of the last call. */
  path: z.string(),
});

/** Lists keys that are used although they no longer hold: their scanners say nothing, so an admin looks here. */
export const listRefusedKeys = permitted('refused-upload:read')
  .input(listRefusedUploadsInput.pick({ days: true }))
  .output(z.object({ total: z.number().int(), items: z.array(keyUse) }))
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
