import { checkComponents as check } from '@/server/check/service';
import { permitted } from '../init';
import {
  checkComponentsInput,
  checkComponentsMeta,
  checkComponentsOutput,
} from './check-components.schema';

export const checkComponents = permitted('eol:check')
  .meta(checkComponentsMeta)
  .input(checkComponentsInput)
  .output(checkComponentsOutput)
  .mutation(async ({ ctx, input }) => {
    const { components, lifecycle } = input.body;
    const questions = components.map((component) => ({ component, lifecycle }));
    return { results: await check(ctx.deps, ctx.principal.organizationId, questions) };
  });
