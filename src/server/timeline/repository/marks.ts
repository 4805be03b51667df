import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** More days of one cycle than a bar has room for. */
const MOST_DAYS = 1_000;

/** Counts the plans for some cycles by the day that they are due. Plan: plan by (organization, cycle). */
export function plannedDays(
  organizationId: OrganizationId,
  db: Database,
  cycleKeys: readonly string[],
) {
  return db.sql
    .selectFrom('plan as p')
    .select(['p.cycleKey', 'p.dueOn as day'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .where('p.cycleKey', 'in', cycleKeys)
    .groupBy(['p.cycleKey', 'p.dueOn'])
    .orderBy('p.dueOn')
    .limit(MOST_DAYS)
    .execute();
}

/** Counts the waivers for some cycles that hold, by their last day. Plan: waiver by (organization, decision, end). */
export function waivedDays(
  organizationId: OrganizationId,
  db: Database,
  cycleKeys: readonly string[],
  today: Day,
) {
  return db.sql
    .selectFrom('waiver as w')
    .select(['w.cycleKey', 'w.endsOn as day'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('w.organizationId', '=', anyOrganization(organizationId))
    .where('w.decision', '=', 'granted')
    .where('w.endsOn', '>=', today)
    .where('w.cycleKey', 'in', cycleKeys)
    .groupBy(['w.cycleKey', 'w.endsOn'])
    .orderBy('w.endsOn')
    .limit(MOST_DAYS)
    .execute();
}
