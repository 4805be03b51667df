import { hash } from 'node:crypto';
import type pg from 'pg';
import { BACKUP_FORMAT, type BackupContents, type BackupHead } from '@/domain/backup/manifest';
import { Summing, wholeLines } from '@/server/platform/db/copied-lines';
import { RELEASE } from '@/domain/release';
import {
  beginSnapshot,
  copyOut,
  readAppliedMigrations,
  readSequences,
  readServerVersion,
  type Table,
  unknownOf,
} from '../repository/tables';
import { withSession } from '../repository/session';
import { type ArchiveWriter, writeArchive } from './archive';
import { readDataFiles } from './data-files';
import { CONTENTS, fileEntry, HEAD, tableEntry } from './entries';
import { fingerprintOf, sealFile } from './secret';
import { refuseSpread } from './spread';

/** Rows are held in parts of this size, twice at most. */
const PART_BYTES = 4 * 1024 * 1024;

export interface MakeBackup {
  /** A role that may read every table. */
  readonly connection: pg.ClientConfig;
  readonly dataDir: string;
  readonly authSecret: string;
  readonly file: string;
  readonly at: Date;
  readonly signal?: AbortSignal | undefined;
  /** Told of each table before its rows are read, and waited for. */
  readonly onTable?: ((name: string) => unknown) | undefined;
}

export interface BackupMade {
  readonly tables: number;
  readonly rows: number;
  /** Tables of other roles in the same schema, which are not in it. */
  readonly leftOut: readonly string[];
  /** Tables in it that this version does not know: a restore brings back those that a migration makes, and no others. */
  readonly unknown: readonly string[];
}

/**
 * Writes all of an installation into a file: every row as it is at one moment, while others work on, and the files
 * beside the database, sealed. The file appears once it is whole.
 * @throws BackupError
 */
export async function makeBackup(options: MakeBackup): Promise<BackupMade> {
  const { connection, file, at: madeAt, signal } = options;
  return writeArchive({ file, madeAt, signal }, (archive) =>
    withSession(connection, (client) => writeAll(client, archive, options), signal),
  );
}

async function writeAll(
  client: pg.Client,
  archive: ArchiveWriter,
  { dataDir, authSecret, at, onTable }: MakeBackup,
): Promise<BackupMade> {
  await refuseSpread(client);
  const { tables, others: leftOut } = await beginSnapshot(client);
  const head: BackupHead = {
    format: BACKUP_FORMAT,
    release: RELEASE,
    madeAt: at.toISOString(),
    postgres: await readServerVersion(client),
    secretFingerprint: await fingerprintOf(authSecret),
    migrations: await readAppliedMigrations(client),
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  const headBytes = bytesOf(head);
  await archive.add(HEAD, headBytes);
  const summed: BackupContents['tables'] = [];
  for (const table of tables) {
    await onTable?.(table.name);
    summed.push(await writeTable(client, archive, table));
  }
  const contents: BackupContents = {
    headSha256: hash('sha256', headBytes, 'hex'),
    tables: summed,
    sequences: await readSequences(client),
    files: await writeFiles(archive, { dataDir, authSecret }),
  };
  await archive.add(CONTENTS, bytesOf(contents));
  const rows = summed.reduce((sum, one) => sum + one.rows, 0);
  return { tables: tables.length, rows, leftOut, unknown: unknownOf(tables) };
}

async function writeTable(client: pg.Client, archive: ArchiveWriter, table: Table) {
  const summing = new Summing();
  let part = 0;
  for await (const lines of wholeLines(copyOut(client, table), PART_BYTES)) {
    summing.add(lines);
    part += 1;
    await archive.add(tableEntry(table.name, part), lines);
  }
  return { name: table.name, ...summing.sum() };
}

async function writeFiles(
  archive: ArchiveWriter,
  { dataDir, authSecret }: Pick<MakeBackup, 'dataDir' | 'authSecret'>,
): Promise<BackupContents['files']> {
  const written: BackupContents['files'] = [];
  for (const [name, text] of await readDataFiles(dataDir)) {
    const sealed = await sealFile(authSecret, name, text);
    await archive.add(fileEntry(name), sealed);
    written.push({ name, sha256: hash('sha256', sealed, 'hex') });
  }
  return written;
}

const bytesOf = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
