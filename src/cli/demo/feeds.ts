import { parseSecret } from '@/domain/api-key/api-key';
import { createFeedToken } from '@/server/feed-token/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { listTeamNames } from '@/server/team/service/teams';
import type { SeedTeamName } from '../../../prisma/seed/organization/teams';
import { DEMO_FEED_TOKEN } from './settings';

const TEAM: SeedTeamName = 'Payments';

/** Makes the feeds of the demo: the organization's, whose addresses are printed, and a team's. */
export async function subscribe(deps: Deps, admin: Actor): Promise<void> {
  const known = parseSecret('feedToken', DEMO_FEED_TOKEN);
  if (!known) throw new Error('The token of the demo has not the form of one');
  const whole = { label: 'Team calendar', scope: 'organization', subject: null } as const;
  await createFeedToken(deps, admin, { ...whole, expiresAt: null }, known);
  const teams = await listTeamNames(deps, admin.organizationId);
  const payments = teams.find(({ name }) => name === TEAM);
  if (!payments) return;
  const ofTeam = { label: 'Calendar of Payments', scope: 'team', subject: payments.id } as const;
  await createFeedToken(deps, admin, { ...ofTeam, expiresAt: null });
}
