import { z } from 'zod';
import { PROJECT_STATES } from '@/domain/companion/pull';
import { pageInput, pageOf } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { pulledProject } from './dto';
import { listPulledProjects as list } from './service/companion';

export const listPulledProjectsInput = z.object({
  state: z
    .enum(PROJECT_STATES)
    .nullable()
    .describe('What became of them; left out: all')
    .optional(),
  ...pageInput,
});

export const listPulledProjectsOutput = pageOf(pulledProject);

export const listPulledProjectsMeta = rest({
  method: 'GET',
  path: '/settings/dependency_track/companion/projects',
  summary: 'List the projects of the Dependency-Track that is pulled from',
  description:
    'Those that were pulled or could not be, by name and version; projects without a BOM are counted alone.',
  tag: 'Dependency-Track',
  errors: [404],
});

export const listPulledProjects = permitted('organization:manage')
  .meta(listPulledProjectsMeta)
  .input(listPulledProjectsInput)
  .output(listPulledProjectsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
