import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { operatorRevisionRecord } from '@/server/catalog/dto';
import { listRevisions } from '@/server/catalog/service/status';
import { operatorProcedure } from '@/server/platform/trpc/init';

export const listCatalogUpdates = operatorProcedure
  .input(z.object(pageInput))
  .output(pageOf(operatorRevisionRecord))
  .query(({ ctx, input }) => listRevisions(ctx.deps, input));
