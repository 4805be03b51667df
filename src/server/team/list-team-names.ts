import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { listTeamNames as list } from './service/teams';

export const listTeamNamesOutput = z.array(z.object({ id: z.guid(), name: z.string() }));

/** Lists every team by name, for menus: their number is bounded. */
export const listTeamNames = permitted('team:read')
  .output(listTeamNamesOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
