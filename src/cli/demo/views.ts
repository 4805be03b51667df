import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { saveView } from '@/server/saved-view/service';
import { listTeamNames } from '@/server/team/service/teams';

/** Saves a view of the demo's admin, and one of a team. */
export async function saveViews(deps: Deps, admin: Actor): Promise<void> {
  await saveView(deps, admin, {
    ...{ list: 'images', name: 'Ended and running', teamId: null },
    query: 'columns=project%2Cended%2Crunning%2ClastSeen&running=yes&state=ended',
  });
  const [team] = await listTeamNames(deps, admin.organizationId);
  if (!team) return;
  await saveView(deps, admin, {
    ...{ list: 'findings', name: 'What to move next', teamId: team.id },
    query: `columns=end%2Cimage%2Cowner%2Cmove&owner=${team.id}&state=soon`,
  });
}
