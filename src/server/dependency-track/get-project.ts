import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { trackedProject, trackedText } from './dto';
import { getTrackedProject, lookUpProject } from './service/projects';

export const getProjectInput = z.object({ uuid: recordId });

export const lookUpProjectInput = z.object({
  name: storedText(1_024).trim().min(1),
  version: trackedText,
});

export const getProjectOutput = trackedProject;

export const getProjectMeta = rest({
  ...{ method: 'GET', path: '/v1/project/{uuid}', summary: 'Read a version of a project' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

export const lookUpProjectMeta = rest({
  ...{ method: 'GET', path: '/v1/project/lookup', summary: 'Find a version of a project' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

export const getProject = permitted('inventory:read')
  .meta(getProjectMeta)
  .input(getProjectInput)
  .output(getProjectOutput)
  .query(({ ctx, input }) => getTrackedProject(ctx.deps, ctx.principal.organizationId, input.uuid));

export const lookUpNamedProject = permitted('inventory:read')
  .meta(lookUpProjectMeta)
  .input(lookUpProjectInput)
  .output(getProjectOutput)
  .query(({ ctx, input }) => lookUpProject(ctx.deps, ctx.principal.organizationId, input));
