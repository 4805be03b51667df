import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { permissionsOf } from './dto';

export const getTeamOutput = z.object({
  uuid: z.guid(),
  name: z.string(),
  permissions: z.array(z.object({ name: z.string() })),
});

export const getTeamMeta = rest({
  ...{ method: 'GET', path: '/v1/team/self', summary: 'Read what the key may do' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

/** Tells what the caller's role allows, in the words of Dependency-Track; the team is the key itself. */
export const getTeam = permitted('eol:check')
  .meta(getTeamMeta)
  .output(getTeamOutput)
  .query(({ ctx: { principal } }) => ({
    uuid: principal.id,
    name: principal.name,
    permissions: permissionsOf(principal.role).map((name) => ({ name })),
  }));
