import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@/domain/errors';
import type { Deps } from '@/server/platform/deps';
import { ask } from './repository';

/** Milliseconds to answer within: load balancers give up after a few seconds, and the pool alone may wait longer. */
const ANSWER_WITHIN_MS = 1_500;

/**
 * Checks whether the service can do its work, which is whether its database answers in time.
 * @throws DomainError 503 with the reason when it does not
 */
export async function checkHealth({ db }: Pick<Deps, 'db'>): Promise<{ status: 'ok' }> {
  const answered = new AbortController();
  const deadline = sleep(ANSWER_WITHIN_MS, 'late' as const, { signal: answered.signal });
  try {
    // The race listens to the one that ends later, too: neither rejection goes unheard.
    const first = await Promise.race([ask(db), deadline]);
    if (first === 'late') throw new DomainError('unavailable', 'The database does not answer');
    return { status: 'ok' };
  } finally {
    answered.abort();
  }
}
