import { explainComponents as explain } from '@/server/check/explain';
import { permitted } from '../init';
import { explainComponentsInput, explainComponentsOutput } from './explain-components.schema';

/** A mutation for its size alone: the answers of up to 1,000 components, which no address holds. */
export const explainComponents = permitted('eol:check')
  .input(explainComponentsInput)
  .output(explainComponentsOutput)
  .mutation(({ ctx, input: { components, lifecycle } }) => {
    const questions = components.map((component) => ({ component, lifecycle }));
    return explain(ctx.deps, ctx.principal.organizationId, questions);
  });
