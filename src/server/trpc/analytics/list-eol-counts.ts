import { trendPoints } from '@/domain/eol/trend';
import { eolCounts } from '@/server/analytics/service';
import { permitted } from '../init';
import {
  listEolCountsInput,
  listEolCountsMeta,
  listEolCountsOutput,
} from './list-eol-counts.schema';

export const listEolCounts = permitted('inventory:read')
  .meta(listEolCountsMeta)
  .input(listEolCountsInput)
  .output(listEolCountsOutput)
  .query(({ ctx, input: { period, start, end, package_type: packageType } }) =>
    eolCounts(
      ctx.deps,
      ctx.principal.organizationId,
      trendPoints(period, start, end),
      packageType ?? null,
    ),
  );
