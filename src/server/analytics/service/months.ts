import { addMonths, dayOf } from '@/domain/eol/calendar';
import { firstDayOfMonth, TREND_MONTHS } from '@/domain/eol/trend';
import { lockAlone } from '@/server/coverage/service';
import { tryShareMatching } from '@/server/holding/service';
import { historyBegin } from '@/server/past/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import { waitBriefly } from '@/server/platform/db/wait-briefly';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import {
  countWrongMonths,
  forgetMonths,
  hasFindings,
  keepMonth,
  keptMonths,
} from '../repository/months';

type MonthDeps = Pick<Deps, 'db' | 'clock'>;

/** Milliseconds after which a month that is over is kept: those who still write into it have done so by then. */
const SETTLED_AFTER_MS = 60 * 60_000;

/** As far back as the dashboard's trends go. */
const KEPT_MONTHS = Math.max(...TREND_MONTHS);

/**
 * Keeps, for each organization, how many findings were open when months were over of which it is not kept yet. One that fails
 * keeps no other from its turn.
 */
export async function keepMonthsOfAll(
  deps: MonthDeps & Pick<Deps, 'logger'>,
  signal: AbortSignal,
): Promise<Turns> {
  const ids = await findOrganizationIds(deps.db);
  return giveTurns(deps, ids, (organizationId) => keepMonths(deps, organizationId, signal), {
    // Where findings are written without a pause, a later round gets its turn.
    ...{ failure: 'months could not be kept', level: 'warn', signal },
  });
}

/**
 * The same for one organization. Waits in turn until nobody writes findings; those who come meanwhile wait for it.
 * @throws where it has waited for 5 s
 */
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
      await waitBriefly(tx);
      // While findings are written, what somebody has begun to move and not yet written would be kept as it was before. Nothing
      // else is held while this is waited for.
      await lockAlone(organizationId, tx);
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
