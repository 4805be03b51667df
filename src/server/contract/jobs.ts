import { dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import type { Deps } from '@/server/platform/deps';
import { findOrganizationsWithContracts } from './repository/contracts';
import { keepCoverage, tellOfEnds } from './service/notices';

/** Milliseconds between two looks for contracts that begin or end: they do so with a day. */
const ROUND_MS = 60_000;
/** Milliseconds after which all that is covered is looked at again, though nothing is known to have changed. */
const AGAIN_MS = 60 * 60_000;
/** Milliseconds after which it is said again what of the contracts is new, though neither they nor the day are others. */
const TELL_AGAIN_MS = 10 * 60_000;

type ContractDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/**
 * Lets contracts begin, and tells of their ends in time, from now on, whichever process does.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleContracts(deps: ContractDeps): () => Promise<void> {
  const failure = 'contracts were not looked after';
  const rounds = { name: 'contracts', everyMs: ROUND_MS, failure };
  return scheduleRounds(deps, rounds, createKeeping(deps));
}

/**
 * Makes a round through the organizations with contracts. What they cover is looked at where something has changed that
 * decides on it: all findings of covered cycles are judged for it, which need not be each minute, and all that they cover is
 * counted for what is said of their ends. It remembers what it has seen; a process that has just begun looks at all once. One that
 * fails keeps no other from its turn.
 */
export function createKeeping(deps: ContractDeps): (signal: AbortSignal) => Promise<Turns> {
  const seen = new Map<string, Seen>();
  const told = new Map<string, Seen>();
  return async (signal) => {
    const now = deps.clock.now();
    const today = dayOf(now);
    const found = await findOrganizationsWithContracts(deps.db, today);
    const look = async (id: OrganizationId, { isDue, state }: (typeof found)[number]) => {
      const at = now.getTime();
      const isKept = isKnown(seen.get(id), { state, at }, AGAIN_MS);
      const isToBeSeen = await keep(deps, id, { isDue, isKept });
      const ofToday = { state: `${today} ${state}`, at };
      if (!isKnown(told.get(id), ofToday, TELL_AGAIN_MS)) {
        await tellOfEnds(deps, id);
        told.set(id, ofToday);
      }
      if (isToBeSeen) seen.set(id, { state, at });
    };
    return giveTurns(deps, found, look, { failure: 'contracts were not looked after', signal });
  };
}

/** How the contracts of an organization were, and when. */
interface Seen {
  readonly state: string;
  readonly at: number;
}

/** Whether something was so before, and not too long ago. A clock that was set back tells nothing of how long ago that was. */
function isKnown(known: Seen | undefined, { state, at }: Seen, withinMs: number): boolean {
  return known?.state === state && Math.abs(at - known.at) < withinMs;
}

/** Goes through the organizations with contracts once, and looks at all that they cover. */
export function keepContracts(deps: ContractDeps, signal: AbortSignal): Promise<Turns> {
  return createKeeping(deps)(signal);
}

/** @returns whether all is covered as it was when the round began */
async function keep(
  deps: ContractDeps,
  organizationId: OrganizationId,
  { isDue, isKept }: { readonly isDue: boolean; readonly isKept: boolean },
): Promise<boolean> {
  const changed = isKept && !isDue ? 0 : await keepCoverage(deps, organizationId, isDue);
  return !isKept && changed === 0 && !isDue;
}
