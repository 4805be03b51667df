import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { outlivesRecord } from './dto';
import { getOutlives as get } from './service/outlives';

export const getOutlivesInput = z.object({ id: recordId });

export const getOutlivesOutput = outlivesRecord;

export const getOutlivesMeta = rest({
  method: 'GET',
  path: '/projects/{id}/outlives',
  summary: 'Get what in a project ends before its promised support',
  description:
    'Each release cycle in the live images of the project: what ends earlier, what is not known, what lasts, by the same ends as everywhere. As files it is at `/export/projects/{id}/outlives`, as `.csv`, `.json` and `.pdf`.',
  tag: 'Support promises',
  errors: [404],
});

export const getOutlives = permitted('promise:read')
  .meta(getOutlivesMeta)
  .input(getOutlivesInput)
  .output(getOutlivesOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
