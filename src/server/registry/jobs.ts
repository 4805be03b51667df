import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { FAILURE, forgetUnread } from './service/forget';
import { createGathering, type GatheringParts } from './service/gather';

/** Milliseconds between two rounds, in which a registry is asked as much as its budget has for a minute. */
const ROUND_MS = 60_000;
/** Milliseconds between two looks for what is to be forgotten, where no registry is asked. */
const FORGET_EVERY_MS = 6 * 60 * 60 * 1000;

/**
 * Asks configured registries about the packages that are held, from now on. Where none is configured, what was once read is
 * forgotten in time.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleGathering(
  deps: Pick<Deps, 'db' | 'clock' | 'logger'>,
  parts: GatheringParts,
): () => Promise<void> {
  const gathering = createGathering(deps, parts);
  if (!gathering.isOn) {
    const forgetting = { name: 'forget what registries said', everyMs: FORGET_EVERY_MS };
    return scheduleRounds(deps, { ...forgetting, failure: FAILURE }, (signal) =>
      forgetUnread(deps, signal),
    );
  }
  const rounds = { name: 'gather what registries say', everyMs: ROUND_MS };
  const failure = 'registries could not be asked about what is held';
  return scheduleRounds(deps, { ...rounds, failure }, (signal) => gathering.round(signal));
}
