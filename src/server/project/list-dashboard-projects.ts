import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { pageInput, pageOf } from '@/domain/pagination';
import { PROJECT_SORTS } from '@/domain/project/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { readerIdOf } from '@/server/platform/auth/principal';
import { ownerInput, searchInput } from '@/server/platform/trpc/inputs';
import { instant } from '@/server/platform/trpc/outputs';
import { listProjectsForDashboard } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

export const listDashboardProjectsInput = z.object({
  search: searchInput('the project’s name'),
  owner: ownerInput,
  sort: z.enum(PROJECT_SORTS).default('name'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
  ...pageInput,
});

/** Whom to ask of a project. */
export const askedOwner = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string().nullable(),
  link: z.string().nullable(),
});

export const dashboardProject = z.object({
  id: z.guid(),
  name: z.string(),
  images: z.number().int(),
  /** Null: it has no image. */
  latestScanDate: instant.nullable(),
  /** Software in its images, each once, by state. */
  states: z.record(z.enum(EOL_STATES), z.number().int()),
  owner: askedOwner.nullable(),
});

export const listDashboardProjectsOutput = pageOf(dashboardProject);

/** The projects table: counts instead of the images that REST nests, in any of the table's orders. */
export const listDashboardProjects = permittedToList('inventory:read')
  .input(listDashboardProjectsInput)
  .output(listDashboardProjectsOutput)
  .query(({ ctx, input }) =>
    listProjectsForDashboard(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
