import { checkComponent as check } from '@/server/check/service';
import { permitted } from '../init';
import { checkAnswer } from './answer.schema';
import { checkComponentInput, checkComponentMeta } from './check-component.schema';

export const checkComponent = permitted('eol:check')
  .meta(checkComponentMeta)
  .input(checkComponentInput)
  .output(checkAnswer)
  .mutation(({ ctx, input }) => check(ctx.deps, ctx.principal.organizationId, input.body));
