import { dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { findMovements } from './repository/measure';
import { measureWhenDue } from './service/measure';

/** Milliseconds between two looks at what has moved. */
const ROUND_MS = 30_000;
/** Milliseconds after which an organization is looked at again of which nothing has moved: what registries say tells nobody. */
const AGAIN_MS = 10 * 60_000;

const FAILURE = 'what is known could not be counted';

type MeasureDeps = Pick<Deps, 'clock' | 'db' | 'logger'>;

/**
 * Counts what is known of what is held, from now on, wherever something has moved.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleMeasuring(deps: MeasureDeps): () => Promise<void> {
  const rounds = { name: 'degrees of evidence', everyMs: ROUND_MS, failure: FAILURE };
  return scheduleRounds(deps, rounds, createMeasuring(deps));
}

/**
 * Makes a round through the organizations in which something has moved since the last one: most sleep, and one statement says so of
 * all of them. It remembers which it has seen as they are; a process that has just begun looks at all once. One that fails
 * keeps no other from its turn.
 */
export function createMeasuring(deps: MeasureDeps): (signal: AbortSignal) => Promise<Turns> {
  let seen = new Map<OrganizationId, { readonly state: string; readonly at: number }>();
  return async (signal) => {
    const now = deps.clock.now();
    const at = now.getTime();
    const today = dayOf(now);
    const movements = await findMovements(deps.db);
    const ids = await findOrganizationIds(deps.db);
    const stateOf = (id: OrganizationId) => `${today} ${movements.get(id) ?? ''}`;
    const isSeen = (id: OrganizationId) => {
      const known = seen.get(id);
      // A clock that was set back tells nothing of how long ago that was.
      return known?.state === stateOf(id) && Math.abs(at - known.at) < AGAIN_MS;
    };
    const due = ids.filter((id) => !isSeen(id));
    // Those that are gone are not kept either.
    const moved = new Set(due);
    const there = new Set(ids);
    seen = new Map([...seen].filter(([id]) => there.has(id) && !moved.has(id)));
    const look = async (id: OrganizationId) => {
      const came = await measureWhenDue(deps, id, signal);
      if (came === 'same') seen.set(id, { state: stateOf(id), at });
    };
    return giveTurns(deps, due, look, { failure: FAILURE, signal });
  };
}

/** Goes through all organizations once. */
export function measureAll(deps: MeasureDeps, signal: AbortSignal): Promise<Turns> {
  return createMeasuring(deps)(signal);
}
