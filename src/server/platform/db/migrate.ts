import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log';
import { answeredWithin } from './answered-within';
import { grantToApp } from './app-role';
import { buildBeside, indexBuiltBeside } from './built-beside';
import { earlierEdition, replaceEdition } from './earlier-editions';
import { allowOurTriggers, distribute, isDistributed } from './distribute';
import { DatabaseStartError } from './embedded/start-error';
import { withoutTransactionTimeout } from './transaction-timeout';
import { refuseUnfinishedRestore } from './unfinished-restore';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The lock that Prisma's command line takes as well, so that it and the app never migrate at once. */
const migrationLockKey = 72_707_369;

/** As the command line creates it. */
const createHistory = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

interface AppliedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly is_finished: boolean;
}

function refuseUnlessConsistent(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
) {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]));
  for (const { migration_name: name, checksum, is_finished: isFinished } of applied) {
    const expected = checksums.get(name);
    if (!isFinished)
      throw new DatabaseStartError(
        `The migration ${name} failed half-way. Repair the database, then mark it with "prisma migrate resolve".`,
      );
    if (expected === undefined)
      throw new DatabaseStartError(
        `The database is newer than this version of the program: it holds the migration ${name}, which this version does not know. Start that newer version again, or restore a backup that was made before it.`,
      );
    if (expected !== checksum && !earlierEdition(name, checksum))
      throw new DatabaseStartError(
        `The migration ${name} was edited after it had been applied. Restore the file as it was, and add a new migration instead.`,
      );
  }
}

async function refuseUnlessOwner(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_owner: boolean }>(
    `SELECT pg_has_role(relowner, 'MEMBER') AS is_owner FROM pg_class WHERE oid = '_prisma_migrations'::regclass`,
  );
  if (rows[0]?.is_owner) return;
  throw new DatabaseStartError(
    'The database has to be brought up to date, and the role of DATABASE_URL does not own its tables. Name the role that does in DATABASE_OWNER_URL.',
  );
}

/** The applied migrations that have another form today, and are known to have had the one that they were applied in. */
function editionsOf(files: readonly MigrationFile[], applied: readonly AppliedMigration[]) {
  const checksums = new Map(applied.map((one) => [one.migration_name, one.checksum]));
  return files.flatMap((file) => {
    const checksum = checksums.get(file.name);
    if (checksum === undefined || checksum === file.checksum) return [];
    const edition = earlierEdition(file.name, checksum);
    return edition ? [{ edition, file }] : [];
  });
}

/**
 * How a migration comes by the locks that it needs, where a backup or a report has one for long. Whoever wants the table
 * after it has to wait behind it: so it waits briefly, lets them pass, and comes again.
 */
export interface LockWait {
  /** How long a table is waited for, and others with it. */
  readonly lockMs: number;
  readonly pauseMs: number;
  readonly attempts: number;
}

/** For half an hour. */
const LOCK_WAIT: LockWait = { lockMs: 2000, pauseMs: 5000, attempts: 260 };

/** Whether others came for two tables the other way round, or wait for a table in the view of an index that waits for them. */
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01';

/** Whether others had a table too long, or as {@link isDeadlock}. */
const isLockTimeout = (error: unknown) =>
  isDeadlock(error) || (error instanceof pg.DatabaseError && error.code === '55P03');

async function applyOne(
  client: pg.ClientBase,
  { name, sql, checksum }: MigrationFile,
  { lockMs }: LockWait,
) {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${String(lockMs)}`);
    const id = randomUUID();
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
       VALUES ($1, $2, $3, clock_timestamp())`,
      [id, checksum, name],
    );
    await client.query(sql);
    await client.query(
      `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1`,
      [id],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Applies a migration that builds an index while others write, and notes it once it is whole. */
async function applyBeside(
  client: pg.ClientBase,
  { name, sql, checksum }: MigrationFile,
  index: string,
  { lockMs, pauseMs, attempts }: LockWait,
) {
  // In seconds: how a session writes times is its owner's choice.
  const { rows } = await client.query<{ now: string }>(
    'SELECT extract(epoch FROM clock_timestamp())::text AS now',
  );
  await buildBeside(client, { index, sql, waitMs: (lockMs + pauseMs) * attempts });
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, to_timestamp($4), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name, rows[0]?.now],
  );
}

/** @throws DatabaseStartError with what PostgreSQL says, or when others had the tables all the time */
async function applyOnceFree(
  client: pg.ClientBase,
  file: MigrationFile,
  { lockWait, log }: { readonly lockWait: LockWait; readonly log: Logger },
): Promise<void> {
  const index = indexBuiltBeside(file.sql);
  // An index has waited long by itself.
  const isPassing = index === null ? isLockTimeout : isDeadlock;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (index === null) await applyOne(client, file, lockWait);
      else await applyBeside(client, file, index, lockWait);
      return;
    } catch (cause) {
      if (isPassing(cause) && attempt < lockWait.attempts) {
        if (attempt === 1)
          log.warn({ migration: file.name }, 'the migration waits: a table is in use by others');
        await sleep(lockWait.pauseMs);
        continue;
      }
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new DatabaseStartError(
        `The migration ${file.name} could not be applied and ${index === null ? 'was undone' : 'is tried again by the next start'}: ${why}`,
        { cause },
      );
    }
  }
}

/** A role that owns nothing may look, and finds nothing to do; `CREATE … IF NOT EXISTS` would be refused to it. */
export async function ensureHistory(client: pg.ClientBase): Promise<void> {
  if (!(await isHistoryThere(client))) await client.query(createHistory).catch(refusedTables);
}

async function isHistoryThere(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found",
  );
  return rows[0]?.found === true;
}

/** SQLSTATEs of a role that may make nothing in the schema, and of one that has no schema to make it in. */
const NO_RIGHT_TO_MAKE = /^(?:42501|3F000)$/;

function refusedTables(cause: unknown): never {
  if (!(cause instanceof pg.DatabaseError && NO_RIGHT_TO_MAKE.test(cause.code ?? ''))) throw cause;
  throw new DatabaseStartError(
    `The database is empty, and the role that migrates it may make no tables there (${cause.message}). Name the role that may in DATABASE_OWNER_URL, as /docs/deployment says.`,
    { cause },
  );
}

function appliedIn(client: pg.ClientBase) {
  return client.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS is_finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
}

/**
 * Finds the migrations that the database lacks, or has in an earlier form, and changes nothing.
 * @throws DatabaseStartError as {@link applyMigrations}
 */
export async function findPending(
  client: pg.ClientBase,
  files: readonly MigrationFile[],
): Promise<string[]> {
  await refuseUnfinishedRestore(client);
  const hasHistory = await isHistoryThere(client);
  const { rows: applied } = hasHistory ? await appliedIn(client) : { rows: [] };
  refuseUnlessConsistent(files, applied);
  const known = new Set(applied.map(({ migration_name: name }) => name));
  const edited = new Set(editionsOf(files, applied).map(({ file }) => file.name));
  return files.map(({ name }) => name).filter((name) => !known.has(name) || edited.has(name));
}

/**
 * Applies the migrations that the database lacks, for whoever {@link lockMigrations} has let in.
 * @throws DatabaseStartError as {@link applyMigrations}
 */
export async function applyPending(
  client: pg.ClientBase,
  files: readonly MigrationFile[],
  log: Logger,
  lockWait = LOCK_WAIT,
): Promise<string[]> {
  await ensureHistory(client);
  const { rows: applied } = await appliedIn(client);
  refuseUnlessConsistent(files, applied);
  const known = new Set(applied.map(({ migration_name: name }) => name));
  const pending = files.filter(({ name }) => !known.has(name));
  const edited = editionsOf(files, applied);
  if (pending.length + edited.length > 0) await refuseUnlessOwner(client);
  for (const { edition, file } of edited) {
    await replaceEdition(client, edition, file.checksum);
    log.info({ migration: file.name }, 'earlier form of a migration replaced');
  }
  for (const file of pending) {
    await applyOnceFree(client, file, { lockWait, log });
    log.info({ migration: file.name }, 'migration applied');
  }
  return pending.map(({ name }) => name);
}

/** Milliseconds between two looks at whether nobody else migrates, and for the server to say so. */
const LOOK_EVERY_MS = 100;
const ANSWER_MS = 10_000;

/**
 * Waits until nobody else migrates, and keeps it so until the connection ends. It asks again and again: a statement that waited
 * would hold a snapshot all the time, which an index that is built beside other work has to wait for.
 */
export async function lockMigrations(client: pg.ClientBase, log: Logger): Promise<void> {
  const text = 'SELECT pg_try_advisory_lock($1) AS taken';
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ taken: boolean }>(
      answeredWithin(ANSWER_MS, { text, values: [migrationLockKey] }),
    );
    if (rows[0]?.taken === true) return;
    if (isFirst) log.info('waiting for another process that brings the database up to date');
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Lets a migration last however long it takes: what the role or the database gives other statements would end one at the same place
 * with each start, and an index that waits for others waits in its statement.
 */
async function lastAnyTime(client: pg.ClientBase): Promise<void> {
  await client.query('SET statement_timeout = 0');
  await client.query(withoutTransactionTimeout('session'));
}

export interface ApplyMigrationsOptions {
  readonly pool: pg.Pool;
  /** The folder that holds one folder for each migration. */
  readonly migrationsDir: string;
  readonly logger: Logger;
  /** The role that the app works as, where that is not the one that migrates: given what it needs, each time. */
  readonly appRole?: string | undefined;
  readonly lockWait?: LockWait | undefined;
}

/**
 * Applies the migrations that the database lacks and returns their names. Each runs in one transaction, unless it is one
 * statement that builds an index beside other work, and is recorded as Prisma's command line would; processes that start at
 * once wait for one another. Throws `DatabaseStartError` for a migration that was edited, failed, or is unknown to this
 * version, before anything is changed. Needs a connection that keeps its session (no transaction pooling).
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<string[]> {
  const files = await readMigrations(options.migrationsDir);
  const client = await options.pool.connect();
  try {
    await lockMigrations(client, options.logger);
    await refuseUnfinishedRestore(client);
    await lastAnyTime(client);
    const isSpread = await isDistributed(client);
    if (isSpread) await allowOurTriggers(client);
    const applied = await applyPending(client, files, options.logger, options.lockWait);
    // Tables that came with them, and the form of statements on machines that came since.
    if (isSpread) await distribute(client);
    if (options.appRole !== undefined) await grantToApp(client, options.appRole);
    return applied;
  } finally {
    // Closing the connection gives the lock back, whatever state the session was left in.
    client.release(true);
  }
}

export interface MigrationFile {
  /** The folder's name, which starts with its time stamp, so that names sort in the order of their making. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file's bytes in hex, as Prisma's command line computes it. */
  readonly checksum: string;
}

/** The names of the migrations of this version, in the order they apply. */
export async function migrationNames(migrationsDir: string): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/** Every `<migrationsDir>/<name>/migration.sql`, in the order they apply. */
export async function readMigrations(migrationsDir: string): Promise<MigrationFile[]> {
  return Promise.all(
    (await migrationNames(migrationsDir)).map(async (name) => {
      const bytes = await readFile(join(migrationsDir, name, 'migration.sql'));
      return {
        name,
        sql: bytes.toString('utf8'),
        checksum: createHash('sha256').update(bytes).digest('hex'),
      };
    }),
  );
}
