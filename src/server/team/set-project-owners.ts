import { z } from 'zod';
import { actedIds, actOnEach, bulkOutcome } from '@/server/platform/trpc/bulk';
import { permitted } from '@/server/platform/trpc/init';
import { setProjectOwner } from './service/owners';

export const setProjectOwnersInput = z.object({
  ids: actedIds,
  /** Null: as the rules say. */
  teamId: z.guid().nullable(),
});

/** Sets who owns many projects, each as by hand. */
export const setProjectOwners = permitted('owner:set')
  .input(setProjectOwnersInput)
  .output(bulkOutcome)
  .mutation(({ ctx, input: { ids, teamId } }) =>
    actOnEach(ctx.deps, ids, {
      idOf: String,
      act: (id) => setProjectOwner(ctx.deps, ctx.principal, id, teamId),
    }),
  );
