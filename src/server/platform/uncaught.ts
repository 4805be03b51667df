import type { EventEmitter } from 'node:events';
import { logPrintedError } from '@/server/platform/http/console-lines';
import type { Logger } from '@/server/platform/log';

/**
 * Logs each error that nothing caught, in one line, and has the process go on: what is asked for from outside can then end it in
 * no way. A client that went away, and a page that its reader may not see, are none.
 */
export function logWhatNobodyCaught(
  logger: Logger,
  from: Pick<EventEmitter, 'on' | 'removeAllListeners'> = process,
): void {
  // Next would print it once more, whatever was thrown: two of its parts do.
  from.removeAllListeners('uncaughtException');
  const log = (thrown: unknown) => {
    // Anything can be thrown; what is no error has no form, and may be content.
    const err =
      thrown instanceof Error ? thrown : new Error(`Thrown: no error, but ${typeof thrown}`);
    if (!logPrintedError(logger, err)) logger.error({ event: 'uncaught', err });
  };
  for (const event of ['uncaughtException', 'unhandledRejection']) from.on(event, log);
}
