import { operatorStatusOutput } from '@/server/catalog/get-status';
import { catalogStatusForOperator } from '@/server/catalog/service/status';
import { operatorProcedure } from '@/server/platform/trpc/init';

export const getOperatorCatalogStatus = operatorProcedure
  .output(operatorStatusOutput)
  .query(({ ctx }) => catalogStatusForOperator(ctx.deps));
