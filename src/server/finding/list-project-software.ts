import { z } from 'zod';
import { asOfInput, recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { evidenceDegree } from '@/server/platform/trpc/outputs';
import { listProjectSoftware as list } from '@/server/finding/service/findings';
import { permittedToList } from '@/server/platform/trpc/init';
import { eolSoftwareFirst } from './dto';

export const listProjectSoftwareInput = z.object({
  project_id: recordId,
  evidence: evidenceDegree.nullable().optional(),
  as_of: asOfInput,
});

export const listProjectSoftwareOutput = z.array(eolSoftwareFirst);

export const listProjectSoftwareMeta = rest({
  method: 'GET',
  path: '/projects/{project_id}/eol_software',
  summary: 'List the software of a project that has an end of life',
  description:
    'One entry for each image and software; software of which no end is known is left out. Ordered by end of life, product, release cycle and artifact type, then image name and tag, then id. More than one answer has room for, 128 million characters, is a 422: each image lists its own.',
  tag: 'Projects',
  errors: [404],
});

export const listProjectSoftware = permittedToList('inventory:read')
  .meta(listProjectSoftwareMeta)
  .input(listProjectSoftwareInput)
  .output(listProjectSoftwareOutput)
  .query(({ ctx, input: { project_id: projectId, evidence, as_of: asOf } }) =>
    list(ctx.deps, ctx.principal.organizationId, { projectId, evidence, asOf }),
  );
