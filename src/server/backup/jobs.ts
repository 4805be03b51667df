import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { backUpWhenDue, type ScheduledDeps } from './service/scheduled';

/** Milliseconds between two looks whether a backup is due, and after which one that failed is tried again unless it filled the disk. */
const ROUND_MS = 5 * 60_000;

/**
 * Makes a backup whenever one is due, from now on, where `BACKUP_DIR` says so. Any number of processes may do so: one of
 * them at a time does.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleBackups(deps: ScheduledDeps): () => Promise<void> {
  if (!deps.env.backups) return () => Promise.resolve();
  const failure = 'the backup failed; it is tried again';
  const rounds = { name: 'backups', everyMs: ROUND_MS, failure };
  return scheduleRounds(deps, rounds, (signal) => backUpWhenDue(deps, signal));
}
