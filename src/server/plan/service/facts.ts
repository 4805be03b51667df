import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { PlanFacts } from '../dto';
import { measurePlans } from '../repository/measured';
import { findContractsOfPlans, findDegreesOfPlans } from '../repository/plans';

/** Reads what the records of plans say beside their rows. */
export async function factsOf(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
): Promise<PlanFacts> {
  const [measured, contracts, degrees] = await Promise.all([
    measurePlans(organizationId, db, ids),
    findContractsOfPlans(organizationId, db, ids),
    findDegreesOfPlans(organizationId, db, ids),
  ]);
  return { measured, contracts, degrees };
}
