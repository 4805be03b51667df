import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { listRevisions as list } from '@/server/catalog/status';
import { permitted } from '../init';
import { revisionRecord } from './revision-record.schema';

export const listRevisions = permitted('catalog:manage')
  .input(z.object(pageInput))
  .output(pageOf(revisionRecord))
  .query(({ ctx, input }) => list(ctx.deps, input));
