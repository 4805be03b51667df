import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work in one turn. */
const TURN_MS = 10;

/**
 * Maps many items in turns, with other work of the process between: a list that has no pages may be as long as an upload, and
 * health checks and scanners' reads of policies must not wait for all of it.
 */
export async function mappedInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let begunMs = performance.now();
  for (const item of items) {
    if (performance.now() - begunMs > TURN_MS) {
      await setImmediate();
      begunMs = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
