import { expect } from 'vitest';
import type { TestDatabase } from './with-query';

/**
 * Does something in a transaction that ends once `begin` waits for it, as two who do something at the same time.
 * @param meanwhile done while it waits, by whoever waits for nobody
 * @returns what comes of `begin`
 */
export async function aheadOf<Result>(
  db: TestDatabase,
  first: (tx: Parameters<Parameters<TestDatabase['transaction']>[0]>[0]) => Promise<unknown>,
  begin: () => Promise<Result>,
  meanwhile?: () => Promise<unknown>,
): Promise<Result> {
  let begun: Promise<Result> | null = null;
  await db.transaction(async (tx) => {
    await first(tx);
    begun ??= begin();
    // It fails later, for whoever has begun it.
    begun.catch(() => undefined);
    const waiting =
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
    await expect.poll(() => tx.query(waiting), { timeout: 15_000 }).not.toEqual([]);
    await meanwhile?.();
  });
  return begun ?? begin();
}
