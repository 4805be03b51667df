import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { LogLevel } from '@/env';

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

/**
 * What a log line says of an error. Only these fields are taken: database drivers put the offending row
 * into others (`detail`, `where`, `meta`), and uploaded content has no place in a log.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined || depth >= maxCauses
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

/**
 * One JSON line per event on standard output (`destination` is for tests). Credentials in headers are
 * replaced by `[redacted]` under the keys that `redactedPaths` lists; nothing else may carry them.
 */
export function createLogger(level: LogLevel | 'silent', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
