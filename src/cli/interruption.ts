import { constants } from 'node:os';
import { failureText } from '@/server/listener/failure-text';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A command was told to end: Ctrl-C, a container that stops, a terminal that was closed. */
export class InterruptedError extends Error {
  /** What the process ends with, as shells count it. */
  readonly status: number;

  constructor(signal: (typeof SIGNALS)[number]) {
    super('Interrupted. The file is not kept.');
    this.status = 128 + constants.signals[signal];
  }
}

/** Ctrl-C reaches whatever `npm run` starts twice: from the terminal, and from npm. */
const SAME_STROKE_MS = 1_000;

/**
 * Has a command clear away what it began when it is told to end from now on, in the place of ending where it stands. Told again, it
 * ends at once.
 * @returns aborted with an {@link InterruptedError}
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  let toldAtMs: number | null = null;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      const nowMs = performance.now();
      const reason = new InterruptedError(signal);
      if (toldAtMs !== null && nowMs - toldAtMs > SAME_STROKE_MS) process.exit(reason.status);
      toldAtMs ??= nowMs;
      controller.abort(reason);
    });
  return controller.signal;
}

/** Does what a signal may break off. Told to end, it fails with that alone: what was broken off fails in many ways. */
export async function unlessInterrupted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw signal?.reason instanceof InterruptedError ? signal.reason : error;
  }
}

/** Ends the process after something failed: says why on standard error, and ends with 1 or what a signal is counted as. */
export function endFailed(error: unknown): never {
  const isInterrupted = error instanceof InterruptedError;
  process.stderr.write(`${isInterrupted ? error.message : failureText(error)}\n`);
  process.exit(isInterrupted ? error.status : 1);
}
