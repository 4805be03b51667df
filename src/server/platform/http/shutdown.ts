import type { Server } from 'node:http';

/** How long a request under way may still take once the process was asked to end. */
const GRACE_MS = 10_000;

/** Resolves when the process is asked to end. */
export function onceAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
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
