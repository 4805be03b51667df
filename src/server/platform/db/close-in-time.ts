import { setTimeout as sleep } from 'node:timers/promises';

/** How long it may take until what waited for a connection that was cut has heard of it. */
const AFTER_CUT_MS = 500;

/**
 * Closes something in order, and cuts it where that takes too long: what has borrowed a connection and does not give it back, as
 * its server is silent or as it waits for something else, would keep whoever waits for it for ever. Returns then in any case.
 */
export async function closeInTime(
  close: () => Promise<void>,
  cut: () => void,
  withinMs: number,
): Promise<void> {
  const closed = close();
  if (await isOver(closed, withinMs)) return;
  cut();
  // Whatever fails as it was cut is nobody's matter any more.
  await isOver(
    closed.catch(() => undefined),
    AFTER_CUT_MS,
  );
}

async function isOver(work: Promise<void>, withinMs: number): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(withinMs, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    over.abort();
  }
}
