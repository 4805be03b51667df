/**
 * Where a process keeps what it runs on: the node server and Next's bundle each carry a copy of the code, and share one process
 * and one database.
 */
export const RUNTIME_KEY = Symbol.for('eventide.runtime');

/** Tells whether the process runs on something already, without the code that would start it. */
export function isRunning(): boolean {
  return RUNTIME_KEY in globalThis;
}
