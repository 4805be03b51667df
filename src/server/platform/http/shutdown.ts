import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a request under way may still take once the process was asked to end. */
const GRACE_MS = 10_000;

/** Resolves when the process is asked to end. */
export function onceAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** Resolves after a time, or when the process is asked to end once more. */
export async function drained(ms: number): Promise<void> {
  if (ms === 0) return;
  const over = new AbortController();
  await Promise.race([sleep(ms, undefined, { signal: over.signal }), onceAsked()]);
  over.abort();
}

/** Stops accepting, lets requests under way finish, and cuts those that outlast the grace. */
export async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, GRACE_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}
