import { z } from 'zod';
import { catalogUpdaterOf } from '@/server/catalog/service/updater';
import { operatorProcedure } from '@/server/platform/trpc/init';

/** Begins an update, which goes on by itself; the status tells how it gets on. */
export const updateCatalog = operatorProcedure
  .output(z.object({ revision_id: z.guid() }))
  .mutation(async ({ ctx }) => ({
    revision_id: await catalogUpdaterOf(ctx.deps).request(ctx.operator),
  }));
