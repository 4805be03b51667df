import type pg from 'pg';
import { BackupError } from '@/domain/backup/fault';
import { type BackupContents, type BackupHead, refusalOf } from '@/domain/backup/manifest';
import { Summing } from '@/server/platform/db/copied-lines';
import { grantToApp } from '@/server/platform/db/app-role';
import {
  applyPending,
  ensureHistory,
  lockMigrations,
  type MigrationFile,
  readMigrations,
} from '@/server/platform/db/migrate';
import { isUnfinishedRestore } from '@/server/platform/db/unfinished-restore';
import type { Logger } from '@/server/platform/log';
import {
  clearUnfinished,
  countObjects,
  makeSchema,
  markUnfinished,
  unmarkUnfinished,
  withoutRules,
} from '../repository/schema';
import { withSession } from '../repository/session';
import { copyIn, copyOut, readTables, setSequences } from '../repository/tables';
import { entriesOf } from './archive';
import { refuseOtherDataFiles, writeDataFiles } from './data-files';
import { tableOf } from './entries';
import { fingerprintOf, openFile } from './secret';
import { refuseSpread } from './spread';
import { refuseOtherSum, type VerifiedBackup, verifyBackup } from './verify';

export interface RestoreBackup {
  /** The role that shall own the tables. */
  readonly connection: pg.ClientConfig;
  /** The role that the app works as, where that is another one. */
  readonly appRole?: string | undefined;
  readonly migrationsDir: string;
  readonly dataDir: string;
  /** Undefined: there is none yet. */
  readonly authSecret: string | undefined;
  /** Go on where it is another one than the backup was made with, and do without what it has sealed. */
  readonly acceptsOtherSecret: boolean;
  readonly file: string;
  readonly logger: Logger;
}

export interface RestoreReport {
  readonly head: BackupHead;
  readonly rows: number;
  /** Names of the migrations that the backup did not have. */
  readonly migrated: readonly string[];
  readonly isOtherSecret: boolean;
  /** Tables of the backup that no migration makes, and that are not here: an administrator made them. */
  readonly leftOut: readonly string[];
}

interface Prepared extends VerifiedBackup {
  readonly known: readonly MigrationFile[];
  readonly dataFiles: ReadonlyMap<string, string>;
  readonly isOtherSecret: boolean;
}

/**
 * Makes an empty database the installation that a backup holds, and brings it to this version. The file is verified
 * first, and what was written is held against it after. All or nothing: what fails is undone, and a process that starts
 * on what a killed one has left is refused until the restore was run again.
 * @throws BackupError, DatabaseStartError
 */
export async function restoreBackup(options: RestoreBackup): Promise<RestoreReport> {
  const prepared = await prepare(options);
  return withSession(options.connection, async (client) => {
    await refuseSpread(client);
    await lockMigrations(client, options.logger);
    if (await isUnfinishedRestore(client)) await clearUnfinished(client);
    await refuseUnlessEmpty(client);
    await markUnfinished(client);
    try {
      return await restoreInto(client, prepared, options);
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      await clearUnfinished(client).catch((err: unknown) => {
        // A connection that is lost cannot. The mark stays, and the next restore begins with this.
        options.logger.warn({ err }, 'the next restore clears what this one has left');
      });
      throw error;
    }
  });
}

/** All that can be refused before anything is written. */
async function prepare(options: RestoreBackup): Promise<Prepared> {
  const verified = await verifyBackup(options.file);
  const known = await readMigrations(options.migrationsDir);
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const refusal = refusalOf(verified.head, checksums);
  if (refusal !== null) throw new BackupError(refusal);
  const isOtherSecret = await isSealedUnderAnother(verified.head, options);
  const dataFiles = new Map<string, string>();
  if (!isOtherSecret && options.authSecret !== undefined)
    for (const [name, sealed] of verified.files)
      dataFiles.set(name, await openFile(options.authSecret, name, sealed));
  await refuseOtherDataFiles(options.dataDir, dataFiles);
  return { ...verified, known, dataFiles, isOtherSecret };
}

async function isSealedUnderAnother(
  { secretFingerprint }: BackupHead,
  { authSecret, acceptsOtherSecret }: RestoreBackup,
): Promise<boolean> {
  const isSame =
    authSecret !== undefined && (await fingerprintOf(authSecret)) === secretFingerprint;
  if (isSame || acceptsOtherSecret) return !isSame;
  const what =
    authSecret === undefined
      ? 'The backup needs the AUTH_SECRET that it was made with, and there is none here.'
      : 'The backup was made with another AUTH_SECRET than the one here.';
  throw new BackupError(
    `${what} Set AUTH_SECRET to that one, or put the file auth-secret of the old data folder into the new one. With --accept-other-secret it is restored all the same: everybody signs in again, keys of other services have to be entered again, and scanners get a new certificate authority. Nothing was changed.`,
  );
}

async function refuseUnlessEmpty(client: pg.ClientBase): Promise<void> {
  const count = await countObjects(client);
  if (count === 0) return;
  throw new BackupError(
    `The database is not empty: it holds ${String(count)} tables, types and functions. A backup is restored into an empty one. Nothing was changed.`,
  );
}

async function restoreInto(
  client: pg.Client,
  prepared: Prepared,
  { file, appRole, dataDir, logger }: RestoreBackup,
): Promise<RestoreReport> {
  const { head, contents, known, dataFiles, isOtherSecret } = prepared;
  const files = new Map(known.map((one) => [one.name, one]));
  await makeSchema(
    client,
    head.migrations.map(({ name }) => files.get(name)).filter((one) => one !== undefined),
  );
  await ensureHistory(client);
  const { own, others } = await ownTables(client, head);
  await client.query('BEGIN');
  await withoutRules(client, () => loadRows(client, file, own));
  await setSequences(client, contents.sequences);
  await refuseOtherRows(client, own, contents);
  await client.query('COMMIT');
  // Before anything plans a query: the statistics are not part of a backup.
  await client.query('ANALYZE');
  const migrated = await applyPending(client, known, logger);
  if (appRole !== undefined) await grantToApp(client, appRole);
  await writeDataFiles(dataDir, dataFiles);
  await unmarkUnfinished(client);
  const rows = contents.tables
    .filter(({ name }) => own.has(name))
    .reduce((sum, table) => sum + table.rows, 0);
  return { head, rows, migrated, isOtherSecret, leftOut: others };
}

type KeptTable = BackupHead['tables'][number];
/** The tables of a backup that are here to be filled, by their names. */
type OwnTables = ReadonlyMap<string, KeptTable>;

/**
 * Tells the tables of a backup that its migrations make from others, which an administrator has put beside them.
 * @throws BackupError where one that a migration makes is missing, or has other columns
 */
async function ownTables(
  client: pg.ClientBase,
  head: BackupHead,
): Promise<{ readonly own: OwnTables; readonly others: readonly string[] }> {
  const kept = new Map(head.tables.map((table) => [table.name, table]));
  const made = await readTables(client);
  const shapeOf = (columns: readonly string[] = []) => JSON.stringify(columns.toSorted());
  const altered = made.find(
    ({ name, columns }) => shapeOf(kept.get(name)?.columns) !== shapeOf(columns),
  );
  if (altered)
    throw new BackupError(
      `The tables of the backup are not those of its migrations: ${altered.name}. They were altered by hand.`,
    );
  const names = new Set(made.map(({ name }) => name));
  return {
    own: new Map(head.tables.filter(({ name }) => names.has(name)).map((one) => [one.name, one])),
    others: head.tables.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}

async function loadRows(client: pg.Client, file: string, tables: OwnTables): Promise<void> {
  for await (const entry of entriesOf(file)) {
    const table = tables.get(tableOf(entry.name) ?? '');
    if (table) await copyIn(client, table, entry.body);
    else for await (const _ of entry.body);
  }
}

async function refuseOtherRows(
  client: pg.Client,
  tables: OwnTables,
  contents: BackupContents,
): Promise<void> {
  const expected = new Map(contents.tables.map((table) => [table.name, table]));
  for (const table of await readTables(client)) {
    const wanted = expected.get(table.name);
    if (!wanted) continue;
    const summing = new Summing();
    // In the columns' order of the backup, which a migration that was applied out of turn may have changed.
    const read = copyOut(client, {
      ...table,
      columns: tables.get(table.name)?.columns ?? table.columns,
    });
    for await (const piece of read) summing.add(piece);
    refuseOtherSum(table.name, summing.sum(), wanted);
  }
}
