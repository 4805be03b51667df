import { setTimeout as sleep } from 'node:timers/promises';
import type { LogFields } from '@/server/platform/log-fields';

/** Ends something that runs beside the requests. @param late aborted when nobody waits for it any longer */
export type Stop = (late: AbortSignal) => Promise<unknown>;

interface EndLogger {
  error(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
}

export interface EndAllOptions {
  /** How long they have, all at once. */
  readonly withinMs: number;
  readonly logger: EndLogger;
  /** Aborted when there is no time at all any more. */
  readonly hurry?: AbortSignal | undefined;
}

/**
 * Ends what runs beside the requests, all at once, and waits until it has ended, for a time. What takes longer is named in the
 * log and left: it has to bear that, as it has to bear that a process is killed. One that cannot be ended keeps no other from
 * its end.
 */
export async function endAll(
  stops: Readonly<Record<string, Stop>>,
  { withinMs, logger, hurry }: EndAllOptions,
): Promise<void> {
  const late = new AbortController();
  const left = new Set(Object.keys(stops));
  const ended = Object.entries(stops).map(async ([what, stop]) => {
    try {
      await stop(late.signal);
    } catch (err) {
      logger.error({ err, what }, 'something could not be ended in order');
    }
    left.delete(what);
  });
  const over = new AbortController();
  const noLonger = () => {
    over.abort();
  };
  hurry?.addEventListener('abort', noLonger, { once: true });
  if (hurry?.aborted) noLonger();
  const waited = sleep(withinMs, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([Promise.all(ended), waited]);
  over.abort();
  hurry?.removeEventListener('abort', noLonger);
  if (left.size === 0) return;
  logger.warn(
    { what: [...left] },
    'the process ends without waiting any longer for some of its work',
  );
  late.abort();
}
