import type pg from 'pg';

/** SQL that says whether the server takes no changes: it is a standby, or was made read-only. */
export const TAKES_NO_CHANGES = `pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean`;

/**
 * SQL that says which server answers: none begins at the same microsecond as another one, and a promotion makes no other one of
 * it. In seconds, as a time is written as the session has it.
 */
export const STARTED_AT = `extract(epoch FROM pg_postmaster_start_time())::text`;

/** SQL for a session in which days and moments are written as they are read here, however the database or the role has them. */
export const DATES_AS_WE_READ_THEM = `SET TIME ZONE 'UTC'; SET datestyle = 'ISO, MDY'`;

/**
 * Has the system find out that an idle connection leads nowhere any more: by itself it would begin to ask after two hours. Ten
 * questions, one a second, and it ends the connection. What was sent and never confirmed it goes on sending for a quarter of
 * an hour, whatever it is told here: hence the looks of ours.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Milliseconds for a connection to be made that work of its own begins with. */
export const CONNECT_MS = 10_000;

/** Milliseconds in which connections are given up once, however many of them were refused a change. */
const GIVE_UP_EVERY_MS = 1_000;

/** The servers of one database, of which one takes changes. */
export interface Servers {
  /** Whether there are several to choose from. */
  readonly areSeveral: boolean;
  /** Rises when connections that were made before should not be used any more. */
  readonly era: number;
  /** The way to the server that took changes when it was last looked for. */
  readonly present: pg.ClientConfig;
  /** The way to the server that takes changes. @throws Error of a connection where none does */
  find(): Promise<pg.ClientConfig>;
  /** Looks at an error: what could not be reached, or takes no changes any more, is looked for anew. */
  heed(error: unknown): void;
  /** Says that a connection ended at a server that takes no changes. */
  refused(): void;
  /** Looks whether the server is still there and takes changes, and for another one where not. */
  check(): void;
  /** Has all be left that was connected before, with whoever waits for an answer there. */
  leave(): void;
  /** Calls back when what was connected before is to be left. */
  onMove(listener: () => void): void;
  /** Ends what it is connected with itself. */
  close(): Promise<void>;
}

/** Tells whether connections may be given up again. */
export function mayGiveUpAgain(): () => boolean {
  let gaveUpAtMs = -Infinity;
  return () => {
    const nowMs = performance.now();
    if (nowMs - gaveUpAtMs < GIVE_UP_EVERY_MS) return false;
    gaveUpAtMs = nowMs;
    return true;
  };
}
