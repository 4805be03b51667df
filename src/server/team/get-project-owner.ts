import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { projectOwnerRecord } from './dto';
import { getProjectOwner as get } from './service/owners';

export const getProjectOwnerInput = z.object({ id: recordId });

export const getProjectOwnerOutput = projectOwnerRecord;

export const getProjectOwnerMeta = rest({
  method: 'GET',
  path: '/projects/{id}/owner',
  summary: 'Get who owns a project',
  description: 'And why: set by hand, or by which rule.',
  tag: 'Teams',
  errors: [404],
});

export const getProjectOwner = permitted('team:read')
  .meta(getProjectOwnerMeta)
  .input(getProjectOwnerInput)
  .output(getProjectOwnerOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
