import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work in one turn. */
const TURN_MS = 10;

/** Makes what is to be waited for between pieces of work: other work of the process, once a turn has been long enough. */
export function turns(): () => Promise<void> | null {
  let begunMs = performance.now();
  return () => {
    if (performance.now() - begunMs <= TURN_MS) return null;
    return setImmediate().then(() => {
      begunMs = performance.now();
    });
  };
}

/**
 * Maps many items in turns, with other work of the process between: a list that has no pages may be as long as an upload, and
 * health checks and scanners' reads of policies must not wait for all of it.
 */
export async function mappedInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const nextTurn = turns();
  for (const item of items) {
    const turn = nextTurn();
    if (turn) await turn;
    results.push(map(item));
  }
  return results;
}
