import { z } from 'zod';
import { checkBatchRequest } from '@/domain/catalog/check/request';
import { cycleFacts } from '@/server/catalog/dto';
import { day } from '@/server/platform/trpc/outputs';
import { checkAnswer } from './dto';
import { askerOf } from './service/check';
import { explainComponents as explain } from './service/explain';
import { compiledSchema } from '@/server/platform/trpc/compiled-schema';
import { permitted } from '@/server/platform/trpc/init';

export const explainComponentsInput = checkBatchRequest;

const found = z.object({
  cycle: cycleFacts,
  /** `distribution`: the product is the distribution that maintains the component as a package. */
  maintainer: z.enum(['vendor', 'distribution']),
  /** The identifier of the catalog that led here. */
  by: z.string(),
  /** The product that a distribution's package packages, where the catalog knows it. */
  upstream: z.object({ slug: z.string(), name: z.string(), cycle: z.string() }).nullable(),
});

const about = z.object({
  product: z.object({ slug: z.string(), name: z.string(), vendor: z.string().nullable() }),
  /** Whether the product has a page by its slug. */
  is_listed: z.boolean(),
  /** Null where the product is known and the cycle is not. */
  found: found.nullable(),
});

export const explainComponentsOutput = z.object({
  /** The UTC day that the answers are of. */
  today: day,
  /** In the order of the components. */
  results: z.array(z.object({ answer: checkAnswer, about: about.nullable() })),
});

/** A mutation for its size alone: the answers of up to 1,000 components, which no address holds. */
export const explainComponents = permitted('eol:check')
  .input(explainComponentsInput)
  .output(compiledSchema(explainComponentsOutput))
  .mutation(({ ctx, input: { components, lifecycle, project } }) => {
    const questions = components.map((component) => ({ component, lifecycle }));
    return explain(ctx.deps, askerOf(ctx.principal, project), questions);
  });
