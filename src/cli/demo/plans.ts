import { addDays, type Day, dayOf } from '@/domain/eol/calendar';
import { isDomainError } from '@/domain/errors';
import { createPlan } from '@/server/plan/service/plans';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { listTeamNames } from '@/server/team/service/teams';
import { plans, type SeedPlan } from '../../../prisma/seed/organization/plans';
import { morningOf } from './found-organization';

/**
 * Has the demo's admin plan a move.
 * @param deps with a clock that says when
 * @param teamId null: everywhere
 */
export async function makePlan(
  deps: Deps,
  admin: Actor,
  plan: SeedPlan,
  today: Day,
  teamId: string | null = null,
): Promise<void> {
  try {
    await createPlan(deps, admin, {
      ...{ scope: teamId === null ? 'organization' : 'team', projectId: null, teamId },
      ...{ productName: plan.product, cycle: plan.cycle },
      ...{ targetProduct: plan.product, targetCycle: plan.targetCycle },
      dueOn: addDays(today, plan.dueInDays),
      ownerId: plan.hasOwner ? admin.id : null,
      ownerTeamId: teamId,
      ticket: plan.ticket ?? null,
      note: plan.note ?? null,
      started: false,
    });
  } catch (error) {
    // A demo of fewer projects, as tests load it, may not hold the software.
    if (!isDomainError(error) || error.code !== 'invalid') throw error;
  }
}

/** The same for the plans of teams, once there are teams: as of the days on which they were made. */
export async function makeTeamPlans(deps: Deps, admin: Actor): Promise<void> {
  const today = dayOf(deps.clock.now());
  const teams = await listTeamNames(deps, admin.organizationId);
  for (const plan of plans) {
    const team = teams.find(({ name }) => name === plan.team);
    if (!team) continue;
    const clock = { now: () => morningOf(today, plan.madeDaysAgo) };
    await makePlan({ ...deps, clock }, admin, plan, today, team.id);
  }
}
