import { addMonths, dayOf } from '@/domain/eol/calendar';
import { firstDayOfMonth, TREND_MONTHS } from '@/domain/eol/trend';
import { findOrganizations, tryShareMatching } from '@/server/holding/service';
import { historyBegin } from '@/server/past/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import {
  countWrongMonths,
  forgetMonths,
  hasFindings,
  keepMonth,
  keptMonths,
} from '../repository/months';

type MonthDeps = Pick<Deps, 'db' | 'clock'>;

/** Milliseconds after which a month that is over is kept: an upload that began within it has been written by then. */
const SETTLED_AFTER_MS = 60 * 60_000;

/** As far back as the dashboard's trends go. */
const KEPT_MONTHS = Math.max(...TREND_MONTHS);

/** Keeps, for each organization, how many findings were open when months were over of which it is not kept yet. */
export async function keepMonthsOfAll(deps: MonthDeps, signal: AbortSignal): Promise<void> {
  for (const { id } of await findOrganizations(deps.db)) {
    if (signal.aborted) return;
    await keepMonths(deps, id, signal);
  }
}

/** The same for one organization. */
export async function keepMonths(
  { db, clock }: MonthDeps,
  organizationId: OrganizationId,
  signal?: AbortSignal,
): Promise<void> {
  const settled = firstDayOfMonth(dayOf(new Date(clock.now().getTime() - SETTLED_AFTER_MS)));
  const all = Array.from({ length: KEPT_MONTHS }, (_, ago) => addMonths(settled, -1 - ago));
  const kept = await keptMonths(organizationId, db, addMonths(settled, -KEPT_MONTHS));
  const missing = all.filter((month) => !kept.has(month));
  if (missing.length === 0 || !(await hasFindings(organizationId, db))) return;
  for (const month of missing) {
    if (signal?.aborted) return;
    await db.transaction(async (tx) => {
      if (await tryShareMatching(organizationId, tx)) await keepMonth(organizationId, tx, month);
    });
  }
}

/** Tells how many of the numbers that are kept of months are not what the findings' times say. */
export async function wrongMonths(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<number> {
  return countWrongMonths(organizationId, db, await historyBegin(db, organizationId));
}

/** Forgets what is kept of an organization's months: a server makes it anew in its next round, and reads the times meanwhile. */
export async function repairMonths(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
): Promise<void> {
  await db.transaction((tx) => forgetMonths(organizationId, tx));
}
