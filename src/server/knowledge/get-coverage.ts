import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { coverageRecord } from './dto';
import { readCoverage } from './service/read';

export const getCoverageOutput = coverageRecord;

export const getCoverageMeta = rest({
  method: 'GET',
  path: '/coverage',
  summary: 'Read how well what you hold is known',
  description:
    'Components by degree of evidence, as a job last counted them: each once for every image that holds it. What is unknown is said to be, and never taken for supported.',
  tag: 'Analytics',
});

export const getCoverage = permittedToList('inventory:read')
  .meta(getCoverageMeta)
  .output(getCoverageOutput)
  .query(({ ctx }) => readCoverage(ctx.deps, ctx.principal.organizationId));
