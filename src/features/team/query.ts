import { cache } from 'react';
import type { Outputs } from '@/trpc/outputs';
import { callServer, isRefused, pageQueryClient, trpc } from '@/trpc/server';
import { toTeamsQuery, type TeamsParams } from './params';
import { ofTeam, UNOWNED } from './detail/params';

/**
 * Reads what the list of teams shows first. A failure is not thrown here: the browser tries again, and says what
 * happened.
 */
export async function prefetchTeams(params: TeamsParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.team.list.queryOptions(toTeamsQuery(params))),
    queries.prefetchQuery(trpc.project.listForDashboard.queryOptions(UNOWNED)),
  ]);
}

/** Reads a team of the reader's organization, once for each request; null when there is none by this id. */
export const loadTeam = cache(async (id: string): Promise<Outputs['team']['get'] | null> => {
  try {
    return await callServer.team.get({ id });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
});

/** Reads what one team's page shows first. @param idpOrgId the organization's id at its identity provider */
export async function prefetchTeam(id: string, idpOrgId: string): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.team.get.queryOptions({ id })),
    queries.prefetchQuery(trpc.team.rules.queryOptions()),
    queries.prefetchQuery(trpc.project.listForDashboard.queryOptions(ofTeam(id))),
    queries.prefetchQuery(trpc.member.list.queryOptions({ idp_org_id: idpOrgId })),
  ]);
}

/** Reads what the page of the rules shows first. */
export async function prefetchRules(): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.team.rules.queryOptions()),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
  ]);
}
