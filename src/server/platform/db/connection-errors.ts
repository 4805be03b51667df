import { DomainError, isDomainError, notFound } from '@/domain/errors';

/** Node's names for a connection that could not be made, or broke. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/**
 * SQLSTATEs of a server that is not there for us: class 08 (connection), 57P01 to 57P05 (shutdown, crash,
 * starting up, dropped, idle), class 53 (no room on its disk or in memory, too many connections), 58030 (its files cannot
 * be read or written), 25006 (read only: a standby during a fail-over).
 */
const unavailableStates = /^(08...|57P0[1-5]|53...|58030|25006)$/;

/** Messages of `pg`, without a code, for a connection that went away under a query or could not be had in time. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|Client was closed)/;

/** Prisma's own codes for the same, and the kinds its driver adapter reports. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037']);
const adapterKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

function property(value: unknown, key: string): unknown {
  // A plain look-up in a value whose shape is unknown; the caller checks what comes out.
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Finds the driver's error where Prisma puts it: in its own errors, and in those of its adapter. */
function driverCause(error: unknown): unknown {
  return (
    property(property(property(error, 'meta'), 'driverAdapterError'), 'cause') ??
    property(error, 'cause')
  );
}

/** Whether the database could not be reached, as opposed to having refused what it was asked. */
export function isConnectionError(error: unknown): boolean {
  const code = property(error, 'code');
  if (typeof code === 'string') {
    if (socketCodes.has(code) || prismaCodes.has(code) || unavailableStates.test(code)) return true;
  }
  const kind = property(driverCause(error), 'kind');
  if (typeof kind === 'string' && adapterKinds.has(kind)) return true;
  const causeCode = property(driverCause(error), 'originalCode');
  if (typeof causeCode === 'string' && unavailableStates.test(causeCode)) return true;
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  if (!(error instanceof Error)) return false;
  // A unix socket that is not there. Prisma keeps this message, and not the system call, of the original.
  return error.message.includes('connect ENOENT') || lostConnection.test(error.message);
}

const roomStates = /^(53...|58030)$/;

/** Whether the server is there and lacks something for this alone: a connection for one more, memory, room on its disk. */
export function isOutOfRoom(error: unknown): boolean {
  const cause = driverCause(error);
  const state = property(cause, 'originalCode') ?? property(error, 'code');
  return (
    (typeof state === 'string' && (roomStates.test(state) || state === 'P2037')) ||
    property(cause, 'kind') === 'TooManyConnections' ||
    (isNested(error) && isOutOfRoom(error.cause))
  );
}

/** SQLSTATEs of who may not sign in (class 28), and of a database that is not there or takes no connections. */
const turnedAwayStates = /^(28...|3D000)$/;
// By its words, which are English unless `lc_messages` of the server says otherwise: its state is that of other refusals too.
const closedDatabase = /^database .* is not currently accepting connections/;

/** Whether a server is there and lets nobody in: a password was changed, or the database is moved or restored. */
export function isTurnedAway(error: unknown): boolean {
  const cause = driverCause(error);
  const state = property(cause, 'originalCode') ?? property(error, 'code');
  const message = property(cause, 'originalMessage') ?? property(error, 'message');
  return (
    (typeof state === 'string' && turnedAwayStates.test(state)) ||
    (typeof message === 'string' && closedDatabase.test(message))
  );
}

/** Whether the server refused a change because it takes none: it is a standby by now, or was made read-only. */
export function isReadOnlyRefusal(error: unknown): boolean {
  const state = property(driverCause(error), 'originalCode') ?? property(error, 'code');
  return state === '25006' || (isNested(error) && isReadOnlyRefusal(error.cause));
}

const isNested = (error: unknown): error is DomainError =>
  isDomainError(error) && error.cause !== undefined;

/** PostgreSQL's name for a row that refers to one that is not there, or for one that goes while others refer to it. */
const foreignKeyViolation = '23503';
/** PostgreSQL's name for a row with a key that another one has. */
const uniqueViolation = '23505';

/**
 * PostgreSQL's states for a transaction that another one stood in the way of: it may be tried again. What it had read may also
 * have gone, or come, before it wrote by it: it is told so by a violated key, and reads anew what is there.
 */
const conflictStates = new Set(['40001', '40P01', foreignKeyViolation, uniqueViolation]);

/**
 * Whether a transaction failed because another one stood in its way, and would perhaps succeed the next time. A key that is
 * violated by a fault of ours is so again.
 */
export function isWriteConflict(error: unknown): boolean {
  const state = property(driverCause(error), 'originalCode') ?? property(error, 'code');
  return state === 'P2034' || (typeof state === 'string' && conflictStates.has(state));
}

/** PostgreSQL's name for a lock that was not to be had in the time that a transaction gives it. */
const lockNotAvailable = '55P03';

/** Whether a transaction gave up waiting for another one, as it had said that it would. */
export function isLockTimeout(error: unknown): boolean {
  const state = property(driverCause(error), 'originalCode') ?? property(error, 'code');
  return state === lockNotAvailable;
}

/** Class 22: a value that its column cannot hold, such as text with NUL. P2000 is Prisma's for a text that is longer than it. */
const refusedValueStates = /^(?:22...|P2000)$/;

/** Whether the database is there and refused what it was given to keep, as it would the next time. */
export function isValueRefusal(error: unknown): boolean {
  const state = property(driverCause(error), 'originalCode') ?? property(error, 'code');
  return (
    (typeof state === 'string' && refusedValueStates.test(state)) ||
    isTooLong(error) ||
    (isNested(error) && isValueRefusal(error.cause))
  );
}

/** A text that is longer than its column. Others of the class are said of statements that are wrong, too, and those are ours. */
const tooLongStates = new Set(['22001', 'P2000']);
/**
 * What an index cannot hold: also the state of a server that takes no changes before its numbers wrap around, and of one whose
 * queue of notices is full.
 */
const programLimit = '54000';
// In English, unless `lc_messages` of the server says otherwise; the driver names the index whatever the language.
const indexRow = /^index row (?:size|requires) /;

/** Whether something was longer than the database can keep it. */
function isTooLong(error: unknown): boolean {
  const cause = driverCause(error);
  const state = property(cause, 'originalCode') ?? property(error, 'code');
  if (typeof state !== 'string') return false;
  if (state !== programLimit) return tooLongStates.has(state);
  const message = property(cause, 'originalMessage') ?? property(error, 'message');
  return (
    property(error, 'constraint') !== undefined ||
    (typeof message === 'string' && indexRow.test(message))
  );
}

/** The name of the constraint on an organization, as a database that is spread has it for each part of a table, too. */
const organizationConstraint = /\w_organization_id_fkey(_\d+)?(?!\w)/;

/** Whether a row was to be added to an organization that has been deleted since the request began. */
function isOrganizationGone(error: unknown): boolean {
  const cause = driverCause(error);
  const state = property(cause, 'originalCode') ?? property(error, 'code');
  if (state !== foreignKeyViolation) return false;
  // What another machine refuses comes without the constraint's name, which is in its message all the same.
  const named =
    property(error, 'constraint') ??
    property(property(cause, 'constraint'), 'index') ??
    property(cause, 'originalMessage') ??
    property(error, 'message');
  return typeof named === 'string' && organizationConstraint.test(named);
}

/**
 * The error to throw on: connections that cannot be had become `unavailable` (503), a deleted organization under a
 * change becomes `not_found`, everything else stays as it is. A text that is too long to be kept is `invalid`: whatever takes
 * texts bounds them, and says so in better words; this is for one that does not.
 */
export function asDomainError(error: unknown): unknown {
  if (isOrganizationGone(error)) return notFound('Organization');
  if (isTooLong(error)) {
    const msg = 'Value error, a text in it is longer than can be kept';
    const fault = { loc: ['body'], msg, type: 'value_error' };
    return new DomainError('invalid', 'Validation failed', { faults: [fault], cause: error });
  }
  return isConnectionError(error) || isTurnedAway(error)
    ? new DomainError('unavailable', 'The database is not reachable', { cause: error })
    : error;
}
