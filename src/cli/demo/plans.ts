import { addDays, type Day } from '@/domain/eol/calendar';
import { isDomainError } from '@/domain/errors';
import { createPlan } from '@/server/plan/service/plans';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { SeedPlan } from '../../../prisma/seed/organization/plans';

/**
 * Has the demo's admin plan a move.
 * @param deps with a clock that says when
 */
export async function makePlan(
  deps: Deps,
  admin: Actor,
  plan: SeedPlan,
  today: Day,
): Promise<void> {
  try {
    await createPlan(deps, admin, {
      ...{ scope: 'organization', projectId: null, teamId: null },
      ...{ productName: plan.product, cycle: plan.cycle },
      ...{ targetProduct: plan.product, targetCycle: plan.targetCycle },
      dueOn: addDays(today, plan.dueInDays),
      ownerId: plan.hasOwner ? admin.id : null,
      ownerTeamId: null,
      ticket: plan.ticket ?? null,
      note: plan.note ?? null,
      started: false,
    });
  } catch (error) {
    // A demo of fewer projects, as tests load it, may not hold the software.
    if (!isDomainError(error) || error.code !== 'invalid') throw error;
  }
}
