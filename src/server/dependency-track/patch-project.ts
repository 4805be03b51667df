import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { flag, MAX_TAGS, trackedProject, trackedTag } from './dto';
import { patchTrackedProject } from './service/projects';

export const patchProjectInput = z.object({
  uuid: recordId,
  /** Whatever else a client sends has no place here, and changes nothing. */
  body: z.object({
    active: flag,
    isLatest: flag,
    tags: z.array(trackedTag).max(MAX_TAGS).nullish(),
  }),
});

/** Null: it was so already, which is a 304. */
export const patchProjectOutput = trackedProject.nullable();

export const patchProjectMeta = rest({
  ...{ method: 'PATCH', path: '/v1/project/{uuid}', summary: 'Change a version of a project' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
  body: 'json',
});

export const patchProject = permitted('inventory:write')
  .meta(patchProjectMeta)
  .input(patchProjectInput)
  .output(patchProjectOutput)
  .mutation(async ({ ctx, input: { uuid, body } }) => {
    const patched = await patchTrackedProject(ctx.deps, ctx.principal, uuid, {
      isActive: body.active ?? undefined,
      isLatest: body.isLatest ?? undefined,
      tags: body.tags ?? undefined,
    });
    if (!patched) ctx.answerWith?.({ status: 304 });
    return patched;
  });
