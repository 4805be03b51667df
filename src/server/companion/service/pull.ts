import { isDomainError } from '@/domain/errors';
import { msToNextPull, NO_PAUSE_MS } from '@/domain/companion/pull';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { exclusively } from '@/server/platform/db/exclusive-work';
import { hasCome } from '@/server/platform/jobs/due';
import { runJob } from '@/server/platform/jobs/run-job';
import type { Deps } from '@/server/platform/deps';
import { isUnreadableSecret } from '@/server/platform/secrets/sealed-secret';
import {
  beginPull,
  endPull,
  findCompanion,
  noteProgress,
  NOTHING_PULLED,
  type CompanionRow,
} from '../repository/companion';
import { keyOf, uploaderOf } from './companion';
import { listPortfolio } from './portfolio';
import { CompanionChanged } from './pull-project';
import { Remote, RemoteFailure } from './remote';
import { LISTING_MS, Round, type Counts, type Ending } from './round';

/**
 * Pulls an organization's portfolio when that is due. Of all processes one does so at a time. One that is killed leaves
 * the pull due; what it has stored is known, and not fetched again.
 * @param signal ends it; the rest goes on at the next start
 * @returns whether it was done
 */
export async function pullWhenDue(
  deps: Deps,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<boolean> {
  const pull = async (ending: AbortSignal) => {
    const companion = await findCompanion(organizationId, deps.db);
    if (!companion || !hasCome(companion.nextPullAt, deps.clock.now(), NO_PAUSE_MS)) return false;
    const work = () => pullPortfolio(deps, organizationId, companion, ending);
    // That the configuration was changed meanwhile is no run: the next one is by that.
    const outcomeOf = (ending: Ending | null) =>
      ending && (ending.outcome === 'failed' ? 'failed' : 'done');
    await runJob('pull portfolios', work, signal, outcomeOf);
    return true;
  };
  return (await exclusively(deps.db, `companion ${organizationId}`, pull, signal)) ?? false;
}

async function pullPortfolio(
  deps: Deps,
  organizationId: OrganizationId,
  companion: CompanionRow,
  signal: AbortSignal,
): Promise<Ending | null> {
  await beginPull(organizationId, deps.db, companion, deps.clock.now());
  const counts: Counts = { ...NOTHING_PULLED };
  const ending = await pulled(deps, organizationId, companion, counts, signal);
  if (!ending) return null;
  const endedAt = deps.clock.now();
  const failures = ending.outcome === 'failed' ? companion.failures + 1 : 0;
  const pause = msToNextPull({ ...ending, failures, intervalHours: companion.intervalHours });
  const { outcome, fault } = ending;
  const nextPullAt = new Date(endedAt.getTime() + pause);
  const result = { ...counts, outcome, fault, failures, nextPullAt };
  const times = { endedAt, wasDueAt: companion.nextPullAt };
  await endPull(organizationId, deps.db, companion, result, times);
  return ending;
}

/** Pulls, and says how it ended; null when the configuration was changed meanwhile. */
async function pulled(
  deps: Deps,
  organizationId: OrganizationId,
  companion: CompanionRow,
  counts: Counts,
  signal: AbortSignal,
): Promise<Ending | null> {
  try {
    const key = await keyOf(deps, organizationId, companion);
    const remote = new Remote(deps, { url: companion.url, key }, signal);
    const uploader = uploaderOf(organizationId, companion);
    const begunMs = deps.clock.now().getTime();
    const pull = { deps, uploader, revision: companion, remote, signal, begunMs };
    const serverVersion = await remote.version();
    const isOver = () => deps.clock.now().getTime() >= begunMs + LISTING_MS;
    const portfolio = await listPortfolio(remote, isOver);
    counts.listed = portfolio.uuids.length;
    counts.withoutBom = portfolio.withoutBom;
    counts.failed = portfolio.unreadable;
    const progress = () =>
      noteProgress(organizationId, deps.db, companion, { ...counts, serverVersion });
    return await new Round(pull, portfolio, counts, progress).run();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CompanionChanged) return null;
    return failedBy(deps, organizationId, error);
  }
}

function failedBy(deps: Deps, organizationId: OrganizationId, error: unknown): Ending {
  const ending = { outcome: 'failed', waitMs: null } as const;
  const isKeyLost = isUnreadableSecret(error);
  const isBusy = isDomainError(error) && error.code === 'unavailable';
  // What others or the load are at fault for is none of the service.
  const level = error instanceof RemoteFailure || isKeyLost || isBusy ? 'warn' : 'error';
  deps.logger[level]({ err: error, organizationId }, 'a portfolio was not pulled');
  if (error instanceof RemoteFailure) {
    return { ...ending, fault: error.message, waitMs: error.waitMs };
  }
  if (isKeyLost) return { ...ending, fault: 'The key cannot be read any more: enter it again' };
  if (isBusy) return { ...ending, fault: 'This service was too busy to take what it fetched' };
  return { ...ending, fault: 'This service failed; its log says more' };
}
