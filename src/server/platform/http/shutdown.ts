import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a request under way may still take once the process was asked to end. */
const GRACE_MS = 10_000;

/** Signals so soon after each other are one: npm passes on what a terminal, or whoever ends a group, has told the process of already. */
const SAME_MS = 500;

/** What a process is asked for by signals: to end, and then, by each further one, to wait no longer for what it waits for. */
export interface Asked {
  /** Aborted once the process is asked to end. */
  readonly toEnd: AbortSignal;
  /** Gives what is aborted by the next signal from now on. */
  again(): AbortSignal;
}

/** Heeds the signals that ask a process to end, from now on and to its end: none of them ends it by itself. */
export function heedSignals(
  from: Pick<EventEmitter, 'on'> = process,
  nowMs: () => number = () => performance.now(),
): Asked {
  let awaited = new AbortController();
  const { signal: toEnd } = awaited;
  let askedAtMs = -Infinity;
  const heed = () => {
    const atMs = nowMs();
    if (atMs - askedAtMs < SAME_MS) return;
    askedAtMs = atMs;
    const asked = awaited;
    awaited = new AbortController();
    asked.abort(new Error('The process was asked to end'));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) from.on(signal, heed);
  return { toEnd, again: () => awaited.signal };
}

/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves after a time, or when the process is asked to end once more. */
export async function drained(ms: number, again: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: again }).catch(() => undefined);
}

/** Stops accepting, lets requests under way finish, and cuts those that outlast the grace, or all of them when told to hurry. */
export async function closeServer(server: Server, hurry?: AbortSignal): Promise<void> {
  const cutAll = () => {
    server.closeAllConnections();
  };
  const cut = setTimeout(cutAll, GRACE_MS);
  hurry?.addEventListener('abort', cutAll, { once: true });
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    if (hurry?.aborted) cutAll();
  });
  clearTimeout(cut);
  hurry?.removeEventListener('abort', cutAll);
}
