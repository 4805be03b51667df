import { z } from 'zod';
import { catalogUpdaterOf } from '@/server/catalog/update/updater';
import { permitted } from '../init';

/** Begins an update, which goes on by itself; the status tells how it gets on. */
export const refreshCatalog = permitted('catalog:manage')
  .output(z.object({ revision_id: z.guid() }))
  .mutation(async ({ ctx }) => ({
    revision_id: await catalogUpdaterOf(ctx.deps).request(ctx.principal),
  }));
