import { dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { findOrganizationsWithDenied } from './repository/rejudging';
import { rejudgeDenied, type RejudgingDeps } from './service/rejudging';

/** Milliseconds between two looks whether policies, waivers or contracts were changed, or a day has begun. */
const LOOK_MS = 20_000;
/** Milliseconds after which all that was denied is judged anew at the latest: owners and what runs decide, too. */
const AGAIN_MS = 6 * 60 * 60_000;

const FAILURE = 'what was denied could not be judged anew';

/**
 * Judges anew what was denied, from now on, soon after what decides on it has changed, whichever process does.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleRejudging(deps: RejudgingDeps): () => Promise<void> {
  const rounds = { name: 'denied software', everyMs: LOOK_MS, failure: FAILURE };
  return scheduleRounds(deps, rounds, createRejudging(deps));
}

interface Judged {
  /** What decided when all was judged. */
  readonly rules: string;
  readonly at: number;
}

/**
 * Makes a round through the organizations that judges where something has changed since the last one. It remembers what it
 * has seen: a process that has just begun judges all once. An organization that fails keeps no other from its turn.
 */
export function createRejudging(deps: RejudgingDeps): (signal: AbortSignal) => Promise<Turns> {
  const judged = new Map<string, Judged>();
  return async (signal) => {
    const now = deps.clock.now();
    const found = await findOrganizationsWithDenied(deps.db);
    const judge = async (organizationId: OrganizationId, { rules }: (typeof found)[number]) => {
      const known = judged.get(organizationId);
      const seen = { rules: `${dayOf(now)} ${rules}`, at: now.getTime() };
      // A clock that was set back tells nothing of how long ago that was.
      if (known?.rules === seen.rules && Math.abs(seen.at - known.at) < AGAIN_MS) return;
      const changed = await rejudgeDenied(deps, organizationId, signal);
      // Once more after a change: an upload that came in between may have been judged by an older scan.
      if (changed === false) judged.set(organizationId, seen);
    };
    return giveTurns(deps, found, judge, { failure: FAILURE, signal });
  };
}
