import { z } from 'zod';
import { checkBatchRequest } from '@/domain/catalog/check/request';
import { rest } from '@/server/platform/trpc/meta';
import { checkAnswer } from './dto';
import { askerOf, checkComponents as check } from './service/check';
import { compiledSchema } from '@/server/platform/trpc/compiled-schema';
import { permitted } from '@/server/platform/trpc/init';

export const checkComponentsInput = z.object({ body: checkBatchRequest });

export const checkComponentsOutput = z
  .object({ results: z.array(checkAnswer).describe('In the order of the components') })
  .meta({ id: 'CheckBatchAnswer' });

export const checkComponentsMeta = rest({
  method: 'POST',
  path: '/eol/check/batch',
  summary: 'Check whether many components have reached their end of life',
  description:
    'Up to 1,000 components in one request; `results` has the answer that `/eol/check` gives to each, in their order. One component that does not validate is a 400 for all, and its message says which.',
  tag: 'Check',
  errors: [400],
  errorBody: 'envelope',
  body: 'json',
  atRoot: true,
});

export const checkComponents = permitted('eol:check')
  .meta(checkComponentsMeta)
  .input(checkComponentsInput)
  .output(compiledSchema(checkComponentsOutput))
  .mutation(async ({ ctx, input }) => {
    const { components, lifecycle, project } = input.body;
    const questions = components.map((component) => ({ component, lifecycle }));
    return { results: await check(ctx.deps, askerOf(ctx.principal, project), questions) };
  });
