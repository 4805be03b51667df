import { isOfLaterMatcher } from '@/domain/inventory/matching';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { runJob } from '@/server/platform/jobs/run-job';
import { giveTurns, outcomeOf } from '@/server/platform/jobs/turns';
import { findMatchings } from './repository/matching';
import { rematchOrganization } from './service/rematch-organization';

/** Milliseconds that an upload to a process that was behind, or a change whose announcement was lost, waits at most. */
const TICK_MS = 30_000;

type MatchingDeps = Pick<Deps, 'db' | 'clock' | 'catalog' | 'logger'>;

/**
 * Matches inventories again whenever the catalog, or an organization's additions to it, has changed.
 * @returns a function that ends it: an image that is being written is finished, the rest goes on at the next start
 */
export function scheduleInventoryMatching(deps: MatchingDeps): () => Promise<void> {
  const stopping = new AbortController();
  let round: Promise<void> | null = null;
  let isWanted = false;
  const look = () => {
    isWanted = true;
    round ??= rounds().finally(() => {
      round = null;
    });
  };
  const rounds = async () => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      try {
        await matchAll(deps, stopping.signal);
      } catch (err) {
        if (!stopping.signal.aborted) deps.logger.error({ err }, 'inventories cannot be matched');
      }
    }
  };
  const unsubscribe = deps.catalog.onChange(look);
  const timer = setInterval(look, TICK_MS).unref();
  look();
  return async () => {
    clearInterval(timer);
    unsubscribe();
    stopping.abort();
    await round;
  };
}

/**
 * Goes through the organizations that are behind their catalog. One that fails keeps no other from its turn, and the whole round
 * has failed: that the others are matched must not hide it.
 */
export async function matchAll(deps: MatchingDeps, signal: AbortSignal): Promise<void> {
  const behind = await findBehind(deps);
  if (behind.length === 0) return;
  let matched = 0;
  const match = async (organizationId: OrganizationId) => {
    if (await rematchOrganization(deps, organizationId, signal)) matched += 1;
  };
  const giving = { failure: 'inventories were not matched', signal };
  await runJob(
    'match inventories',
    () => giveTurns(deps, behind, match, giving),
    signal,
    // That another process is at one is no success of this one, and must not hide that the other fails.
    (turns) => (turns.failed > 0 || matched === behind.length ? outcomeOf(turns) : null),
  );
}

/** Finds who has something to match. By keys alone: most are not behind, and no catalog of theirs is read for that. */
async function findBehind({ db, catalog }: MatchingDeps): Promise<OrganizationId[]> {
  const matchings = (await findMatchings(db))
    .filter(({ catalogKey }) => !isOfLaterMatcher(catalogKey))
    .map(({ organizationId, ...rest }) => ({ id: mintOrganizationId(organizationId), ...rest }));
  const keys = await catalog.keysOf(matchings.map(({ id }) => id));
  return matchings
    .filter(({ id, isUnfinished, catalogKey }) => isUnfinished || keys.get(id) !== catalogKey)
    .map(({ id }) => id);
}
