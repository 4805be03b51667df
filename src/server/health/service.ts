import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, isDomainError } from '@/domain/errors';
import type { Deps } from '@/server/platform/deps';
import { migrationNames } from '@/server/platform/db/migrate';
import { oncePer } from '@/server/platform/once-per';
import { readState } from './repository';

/** Milliseconds to answer within: load balancers give up after a few seconds, and the pool alone may wait longer. */
const ANSWER_WITHIN_MS = 1_500;
/** Milliseconds for which an answer holds: however many ask, the database is asked once a second. */
const HOLDS_MS = 1_000;
/** PostgreSQL's name for a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/** Why requests should go to another process, in a word each, and in a sentence for people. */
export const NOT_READY = {
  starting: 'The service is starting',
  draining: 'The service is stopping',
  database_away: 'The database is not reachable',
  database_late: 'The database does not answer',
  read_only: 'The database is read-only',
  migrations_missing: 'The database lacks migrations',
} as const;
export type NotReady = keyof typeof NOT_READY;

type HealthDeps = Pick<Deps, 'db' | 'clock' | 'ending' | 'logger'>;

/** By the log, in which a change is said once: what is measured has dependencies of its own beside those of requests. */
const holderOf = oncePer((_logger: HealthDeps['logger']) => ({
  atMs: -Infinity,
  reason: Promise.resolve<NotReady | null>(null),
  last: null as NotReady | null,
}));

/** Says what keeps the process from its work; null: nothing does. */
export async function findObstacle(deps: HealthDeps): Promise<NotReady | null> {
  const held = holderOf(deps.logger);
  const nowMs = deps.clock.now().getTime();
  // A clock that was put back would hold an answer for too long.
  if (Math.abs(nowMs - held.atMs) >= HOLDS_MS) {
    held.atMs = nowMs;
    held.reason = ofDatabase(deps);
  }
  const reason = await held.reason;
  if (reason !== held.last) {
    held.last = reason;
    deps.logger.warn({ event: 'readiness', reason: reason ?? 'ready' }, 'readiness changed');
  }
  return reason;
}

/**
 * Checks whether requests are welcome.
 * @throws DomainError 503 with the reason in a word when they are not
 */
export async function checkReadiness(deps: HealthDeps): Promise<{ status: 'ok' }> {
  const reason = deps.ending.aborted ? 'draining' : await findObstacle(deps);
  if (reason !== null) throw new DomainError('unavailable', reason);
  return { status: 'ok' };
}

/**
 * Checks whether the service can do its work, which is whether its database takes it.
 * @throws DomainError 503 with the reason in a sentence when it does not
 */
export async function checkHealth(deps: HealthDeps): Promise<{ status: 'ok' }> {
  const reason = await findObstacle(deps);
  if (reason !== null) throw new DomainError('unavailable', NOT_READY[reason]);
  return { status: 'ok' };
}

/** The process runs in the project's folder, as where it migrates. */
const wanted = oncePer((_deps: HealthDeps) => migrationNames(resolve('prisma/migrations')));

async function ofDatabase(deps: HealthDeps): Promise<NotReady | null> {
  const answered = new AbortController();
  const deadline = sleep(ANSWER_WITHIN_MS, 'late' as const, { signal: answered.signal });
  // It ends unheard where the other fails before the race begins.
  deadline.catch(() => undefined);
  try {
    const state = await Promise.race([readState(deps.db, await wanted(deps)), deadline]);
    if (state === 'late') return 'database_late';
    if (state.missing > 0) return 'migrations_missing';
    if (!state.isReadOnly) return null;
    deps.db.servers.refused();
    return 'read_only';
  } catch (err) {
    if (hasCode(err, UNDEFINED_TABLE)) return 'migrations_missing';
    if (!isDomainError(err)) deps.logger.error({ err }, 'the database could not be checked');
    return 'database_away';
  } finally {
    answered.abort();
  }
}

const hasCode = (err: unknown, code: string) =>
  err instanceof Error && 'code' in err && err.code === code;
