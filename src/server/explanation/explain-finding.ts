import { z } from 'zod';
import { asOfInput, recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { explanationOutput } from './dto';
import { explainFinding as explain } from './service/finding';

export const explainFindingInput = z.object({ id: recordId, as_of: asOfInput });

export const explainFindingOutput = explanationOutput;

export const explainFindingMeta = rest({
  method: 'GET',
  path: '/findings/{id}/explanation',
  summary: 'Explain a finding',
  description:
    'Why an image is found to hold a release cycle, whose date its end is and since when, and what each policy makes of it; today or on a day before. Also of findings that are closed by now.',
  tag: 'Software',
  errors: [404],
});

export const explainFinding = permitted('inventory:read')
  .meta(explainFindingMeta)
  .input(explainFindingInput)
  .output(explainFindingOutput)
  .query(({ ctx, input }) =>
    explain(ctx.deps, ctx.principal.organizationId, { id: input.id, asOf: input.as_of }),
  );
