import { format, stripVTControlCharacters } from 'node:util';
import type { Logger } from '@/server/platform/log';

const LEVELS = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;

/**
 * Puts what Next prints into the log, one line for each call: its own text would stand among the JSON lines in
 * as many lines as an error's stack has. A client that went away in the middle of a request is no error, and neither
 * is a page that its reader may not see: anybody could fill the log with those.
 */
export function logWhatIsPrinted(logger: Logger, target: Console = console): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    // The names of a literal object are its keys.
    target[method as keyof typeof LEVELS] = (...printed: readonly unknown[]) => {
      const err = printed.find((part) => part instanceof Error);
      if (printed.some(isOfUncaught)) return;
      if (err && logPrintedError(logger, err)) return;
      const text = format(...printed.filter((part) => part !== err));
      const msg = stripVTControlCharacters(text).trim();
      if (err) logger[level]({ err }, msg === '' ? err.message : msg);
      else if (msg !== '') logger[level](msg);
    };
  }
}

/** Logs an error that is none of ours, if it is such a one: a client that went away, or a page that was refused. */
export function logPrintedError(logger: Logger, err: Error): boolean {
  if (isBrokenOff(err)) logger.info({ event: 'request broken off' }, 'the client went away');
  else if (isRefusal(err)) logger.debug({ err }, 'a page was refused');
  else return false;
  return true;
}

/** As Next prints what nobody caught, which is a line of its own: see `uncaught.ts`. */
function isOfUncaught(part: unknown): boolean {
  return typeof part === 'string' && /^(?:uncaughtException|unhandledRejection):/.test(part);
}

/** As node ends the body of a request whose connection is gone. */
function isBrokenOff(error: Error): boolean {
  return error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}

/** How a page's calls are refused: nobody is signed in, who is then led to the sign-in, or may not do it. */
function isRefusal(error: Error): boolean {
  return 'code' in error && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN');
}
