import { pino, type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from 'pino';
import type { LogLevel } from '@/env';
import { mappedStack } from './mapped-stack';

export type Logger = PinoLogger;

const secretHeaders = ['authorization', 'cookie', '["set-cookie"]', '["x-api-key"]'];
const redactedPaths = ['', 'headers', 'req.headers', 'request.headers', 'res.headers'].flatMap(
  (parent) =>
    secretHeaders.map((header) =>
      parent === '' || header.startsWith('[') ? `${parent}${header}` : `${parent}.${header}`,
    ),
);

/** How deep a chain of causes is followed: enough for every wrapper of ours, and no endless loop. */
const maxCauses = 5;

/** Prisma's messages quote the call and its arguments, then say what is wrong in their last paragraph. */
function loggableMessage({ name, message }: Error): string {
  return name.startsWith('PrismaClient') ? (message.split('\n\n').at(-1)?.trim() ?? '') : message;
}

/**
 * Describes an error for a log line. Only these fields are taken: database drivers put the offending row
 * into others (`detail`, `where`, `meta`), and uploaded content has no place in a log.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const message = loggableMessage(error);
  return {
    type: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    // The stack starts with the message.
    stack: error.stack && mappedStack(error.stack.replace(error.message, () => message)),
    ...(error.cause === undefined || depth >= maxCauses
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Without a message of its own, an event takes that of its error, which must be the loggable one. */
function messageOfEvent(event: unknown): string | undefined {
  if (event instanceof Error) return loggableMessage(event);
  const isWithError = typeof event === 'object' && event !== null && 'err' in event;
  return isWithError && event.err instanceof Error ? loggableMessage(event.err) : undefined;
}

/**
 * One JSON line per event on standard output (`destination` is for tests). Credentials in headers are
 * replaced by `[redacted]` under the keys that `redactedPaths` lists; nothing else may carry them.
 */
export function createLogger(level: LogLevel | 'silent', destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: {
      logMethod(args, method) {
        const message = args.length === 1 ? messageOfEvent(args[0]) : undefined;
        if (message === undefined) method.apply(this, args);
        else method.call(this, args[0], message);
      },
    },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
