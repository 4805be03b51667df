import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { createGathering, type GatheringParts } from './service/gather';

/** Milliseconds between two rounds, in which a registry is asked as much as its budget has for a minute. */
const ROUND_MS = 60_000;

/**
 * Asks configured registries about the packages that are held, from now on; nothing happens where none is configured.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleGathering(
  deps: Pick<Deps, 'db' | 'clock' | 'logger'>,
  parts: GatheringParts,
): () => Promise<void> {
  const gathering = createGathering(deps, parts);
  if (!gathering.isOn) return () => Promise.resolve();
  const rounds = { name: 'gather what registries say', everyMs: ROUND_MS };
  const failure = 'registries could not be asked about what is held';
  return scheduleRounds(deps, { ...rounds, failure }, (signal) => gathering.round(signal));
}
