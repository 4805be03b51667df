import { z } from 'zod';
import { checkRequest } from '@/domain/catalog/check/request';
import { rest } from '@/server/platform/trpc/meta';
import { askerOf, checkComponent as check } from './service/check';
import { compiledSchema } from '@/server/platform/trpc/compiled-schema';
import { permitted } from '@/server/platform/trpc/init';
import { checkAnswer } from './dto';

export const checkComponentInput = z.object({ body: checkRequest });

export const checkComponentMeta = rest({
  method: 'POST',
  path: '/eol/check',
  summary: 'Check whether a component has reached its end of life',
  description:
    'The component is named by exactly one of: name, version and ecosystem; a package URL; a CPE name; name, vendor and version under `custom`. The answer has two shapes side by side: `error` and `result`, and the fields beside them. What is not found is a 200 whose `match` says why: nothing is known then, which is not the same as supported. Of packages that the catalog does not know, what their registries have said counts, and a stale line is told as the estimate that it is, in `fact` alone. A package of a distribution is as supported as the distribution’s release. A contract for the whole organization, or for the `project` that is named, counts: the end is then that of the contract, with `contract` beside it. Ids follow from what they name and are the same on every instance. Errors come as `{result: null, error: {message}}`.',
  tag: 'Check',
  errors: [400],
  errorBody: 'envelope',
  body: 'json',
  atRoot: true,
});

export const checkComponent = permitted('eol:check')
  .meta(checkComponentMeta)
  .input(checkComponentInput)
  .output(compiledSchema(checkAnswer))
  .mutation(async ({ ctx, input: { body } }) => {
    const { answer, json } = await check(ctx.deps, askerOf(ctx.principal, body.project), body);
    if (json !== null)
      ctx.answerWith?.({ document: { contentType: 'application/json', text: json } });
    return answer;
  });
