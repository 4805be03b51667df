import { addMonths, type Day, dayOf } from '@/domain/eol/calendar';
import { firstDayOfMonth, TREND_MONTHS } from '@/domain/eol/trend';
import { tryLockAlone } from '@/server/coverage/service';
import { findOrganizations, tryShareMatching } from '@/server/holding/service';
import { historyBegin } from '@/server/past/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { type Delay, systemDelay } from '@/server/platform/delay';
import type { Deps } from '@/server/platform/deps';
import {
  countWrongMonths,
  forgetMonths,
  hasFindings,
  keepMonth,
  keptMonths,
} from '../repository/months';

export type MonthDeps = Pick<Deps, 'db' | 'clock'> & { readonly delay?: Delay };

/** Milliseconds after which a month that is over is kept: those who still write into it have done so by then. */
const SETTLED_AFTER_MS = 60 * 60_000;

/** As far back as the dashboard's trends go. */
const KEPT_MONTHS = Math.max(...TREND_MONTHS);

/** Milliseconds between two tries while findings are written, and how many there are: the next round tries again. */
const TRY_AGAIN_MS = 50;
const TRIES = 20;

/**
 * Keeps, for each organization, how many findings were open when months were over of which it is not kept yet. One that fails
 * keeps no other from its turn.
 */
export async function keepMonthsOfAll(
  deps: MonthDeps & Pick<Deps, 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of await findOrganizations(deps.db)) {
    if (signal.aborted) return;
    await keepMonths(deps, id, signal).catch((err: unknown) => {
      if (!signal.aborted)
        deps.logger.warn({ err, organizationId: id }, 'months could not be kept');
    });
  }
}

/** The same for one organization. */
export async function keepMonths(
  deps: MonthDeps,
  organizationId: OrganizationId,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const settled = firstDayOfMonth(dayOf(new Date(clock.now().getTime() - SETTLED_AFTER_MS)));
  const all = Array.from({ length: KEPT_MONTHS }, (_, ago) => addMonths(settled, -1 - ago));
  const kept = await keptMonths(organizationId, db, addMonths(settled, -KEPT_MONTHS));
  const missing = all.filter((month) => !kept.has(month));
  if (missing.length === 0 || !(await hasFindings(organizationId, db))) return;
  for (const month of missing) {
    if (signal?.aborted) return;
    await keepOnceFree(deps, organizationId, month);
  }
}

/**
 * Keeps a month while nobody writes findings: what somebody had begun to move, and not yet written, would be kept as it was before.
 * Those who come meanwhile wait; who moves findings later removes the month.
 */
async function keepOnceFree(
  { db, delay = systemDelay }: MonthDeps,
  organizationId: OrganizationId,
  month: Day,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const isDone = await db.transaction(async (tx) => {
      const isFree =
        (await tryShareMatching(organizationId, tx)) && (await tryLockAlone(organizationId, tx));
      if (isFree) await keepMonth(organizationId, tx, month);
      return isFree;
    });
    if (isDone) return;
    await delay(TRY_AGAIN_MS).done;
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
