import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { flag, totalHeader, trackedPageInput, trackedPageOf, trackedProject } from './dto';
import { listTrackedProjects } from './service/projects';

const SORTS = ['name', 'version', 'lastBomImport'] as const;

export const listProjectsInput = z.object({
  ...trackedPageInput,
  /** To the letter. */
  name: storedText(1_024).optional(),
  excludeInactive: flag,
  /** A column that is not known sorts as none. */
  sortName: z.enum(SORTS).catch('name').optional(),
  sortOrder: z.string().optional(),
});

export const listProjectsOutput = z.array(trackedProject);

export const listProjectsMeta = rest({
  ...{ method: 'GET', path: '/v1/project', summary: 'List the versions of all projects' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

export const listProjects = permitted('inventory:read')
  .meta(listProjectsMeta)
  .input(listProjectsInput)
  .output(listProjectsOutput)
  .query(async ({ ctx, input }) => {
    const filter = {
      name: input.name ?? null,
      onlyActive: input.excludeInactive ?? false,
      sort: input.sortName ?? 'name',
      direction: input.sortOrder?.toLowerCase() === 'desc' ? 'desc' : 'asc',
    } as const;
    const { organizationId } = ctx.principal;
    const page = trackedPageOf(input);
    const { items, total } = await listTrackedProjects(ctx.deps, organizationId, filter, page);
    ctx.answerWith?.(totalHeader(total));
    return items;
  });
