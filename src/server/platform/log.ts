import { pino, type DestinationStream, type LoggerOptions } from 'pino';
import { withoutSecrets } from '@/domain/api-key/api-key';
import type { LogLevel } from '@/env';
import { LOG_EVENTS, LOG_FIELDS, type LogEvent, type LogFields } from './log-fields';
import { mappedStack } from './mapped-stack';
import { traceIdHere } from './tracing';

interface Write {
  (fields: LogFields, message: string): void;
  /** Without a message of its own a line has that of its error, or says what its event is. */
  (
    line: (LogFields & { readonly event: LogEvent }) | { readonly err: Error } | Error | string,
  ): void;
}

/** Writes lines; the fields that a line can have are those of {@link LOG_FIELDS}. */
export type Logger = Readonly<Record<LogLevel, Write>>;

/** How deep a chain of causes is followed: enough for every wrapper of ours, and no endless loop. */
const maxCauses = 5;

/** Prisma's messages quote the call and its arguments, then say what is wrong in their last paragraph. */
function loggableMessage({ name, message }: Error): string {
  return name.startsWith('PrismaClient') ? (message.split('\n\n').at(-1)?.trim() ?? '') : message;
}

/** What is told of a thing that is thrown, or is a cause, and is no error: words of a program. */
const TOLD = ['kind', 'code', 'originalCode'] as const;

/** Prisma's adapter wraps what a driver said in an object, with the row that the driver quotes. */
function describeOther(thrown: unknown): unknown {
  if (typeof thrown !== 'object' || thrown === null) return thrown;
  const told = TOLD.map((name) => [name, Reflect.get(thrown, name)] as const);
  return Object.fromEntries(told.filter(([, value]) => typeof value === 'string'));
}

/**
 * Describes an error for a log line. Only these fields are taken: database drivers put the offending row
 * into others (`detail`, `where`, `meta`), and uploaded content has no place in a log.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return describeOther(error);
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

const words: ReadonlyMap<unknown, string> = new Map(Object.entries(LOG_EVENTS));

/** Without a message of its own, a line takes that of its error, which must be the loggable one, or says what its event is. */
function messageOfEvent(event: unknown): string | undefined {
  if (event instanceof Error) return loggableMessage(event);
  if (typeof event !== 'object' || event === null) return undefined;
  if ('err' in event && event.err instanceof Error) return loggableMessage(event.err);
  return 'event' in event ? words.get(event.event) : undefined;
}

const fieldNames: ReadonlySet<string> = new Set(Object.keys(LOG_FIELDS));

/** Keeps what a line may say, whoever wrote it and whatever it was given. */
function onlyFields(event: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(event);
  if (names.every((name) => fieldNames.has(name))) return event;
  return Object.fromEntries(
    names.filter((name) => fieldNames.has(name)).map((name) => [name, event[name]]),
  );
}

/** The password of an address, also where its user has no name, as some write keys, and where it has an `@` of its own. */
const IN_ADDRESS = /(:\/\/[^\s/?#@"\\:]*):[^\s/?#"\\]+@/g;
/** A token that stands in the place of the user, without a password: nobody is called as long as that. */
const AS_USER = /(:\/\/)[^\s/?#@"\\:]{16,}@/g;
/** What follows the name of a scheme of HTTP's authentication. */
const IN_HEADER = /\b(Bearer|Basic|ApiKey)\s+[\w.~+/=-]{8,}/gi;

/** Takes secrets out of a line, wherever they came into it: in the message of an error, or in what Next prints. */
function withoutAnySecret(line: string): string {
  const text = withoutSecrets(line).replace(IN_HEADER, '$1 …');
  // Of most lines a look says enough.
  return text.includes('://') ? text.replace(IN_ADDRESS, '$1:…@').replace(AS_USER, '$1…@') : text;
}

/**
 * One JSON line per event on standard output (`destination` is for tests), of documented fields alone and without
 * secrets.
 */
export function createLogger(level: LogLevel | 'silent', destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: onlyFields },
    // One that is set alone: without traces no line has it.
    mixin: () => {
      const traceId = traceIdHere();
      return traceId === undefined ? {} : { traceId };
    },
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: {
      logMethod(args, method) {
        const message = args.length === 1 ? messageOfEvent(args[0]) : undefined;
        if (message === undefined) method.apply(this, args);
        else method.call(this, args[0], message);
      },
    },
  };
  const written = destination ?? pino.destination(1);
  return pino(options, {
    write: (line) => {
      written.write(withoutAnySecret(line));
    },
  });
}
