import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { forgetKnown } from './service';

export const removeKnownRepositoryInput = z.object({
  issuer: storedText(255),
  kind: z.enum(['repository', 'owner']),
  name: storedText(255),
});

/** Forgets a number, for a repository that was really made anew or renamed. */
export const removeKnownRepository = permitted('build-token:manage')
  .input(removeKnownRepositoryInput)
  .output(z.void())
  .mutation(({ ctx, input }) => forgetKnown(ctx.deps, ctx.principal, input));
