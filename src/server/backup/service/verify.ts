import { hash } from 'node:crypto';
import { BackupError } from '@/domain/backup/fault';
import {
  backupContents,
  backupHead,
  type BackupContents,
  type BackupHead,
  laterFormatOf,
} from '@/domain/backup/manifest';
import { type Sum, Summing } from '@/server/platform/db/copied-lines';
import { unknownOf } from '../repository/tables';
import { type ArchiveEntry, entriesOf, wholeOf } from './archive';
import { CONTENTS, fileOf, HEAD, tableOf } from './entries';

export interface VerifiedBackup {
  readonly head: BackupHead;
  readonly contents: BackupContents;
  /** The sealed text of each file, by its name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Tables that this version does not know: a restore brings back those that a migration makes, and no others. */
  readonly unknown: readonly string[];
}

/**
 * Reads a backup from its first to its last byte, and holds all of it against the sums that it brings.
 * @throws BackupError with what is wrong
 */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const reading = new Reading(file);
  for await (const entry of entriesOf(file)) await reading.take(entry);
  return reading.finish();
}

class Reading {
  private headBytes: Buffer | null = null;
  private head: BackupHead | null = null;
  private contents: BackupContents | null = null;
  private readonly sums = new Map<string, Summing>();
  private readonly files = new Map<string, Buffer>();

  constructor(private readonly file: string) {}

  async take(entry: ArchiveEntry): Promise<void> {
    if (this.contents) throw this.damaged(`${entry.name} stands behind its end`);
    if (!this.head) {
      if (entry.name !== HEAD) throw new BackupError(`${this.file} is no backup of Eventide.`);
      this.headBytes = await wholeOf(entry);
      this.head = this.readHead(this.headBytes);
      return;
    }
    const table = tableOf(entry.name);
    const file = fileOf(entry.name);
    if (table !== null) await this.takeRows(table, entry);
    else if (file !== null) this.files.set(file, await wholeOf(entry));
    else if (entry.name === CONTENTS) this.contents = this.readContents(await wholeOf(entry));
    else throw this.damaged(`it holds ${entry.name}, which no backup does`);
  }

  finish(): VerifiedBackup {
    const { head, headBytes, contents, files } = this;
    if (!head || !headBytes) throw new BackupError(`${this.file} is no backup of Eventide.`);
    if (!contents) throw this.damaged('it ends before its end');
    if (hash('sha256', headBytes, 'hex') !== contents.headSha256)
      throw this.damaged(`${HEAD} was changed`);
    this.refuseOtherNames('tables', [...this.sums.keys()], contents.tables.map(nameOf));
    if (head.tables.map(nameOf).join('\n') !== contents.tables.map(nameOf).join('\n'))
      throw this.damaged('its two lists of tables differ');
    for (const { name, ...expected } of contents.tables)
      refuseOtherSum(name, this.sums.get(name)?.sum() ?? new Summing().sum(), expected);
    this.refuseOtherNames('files', [...files.keys()], contents.files.map(nameOf));
    for (const { name, sha256 } of contents.files) {
      const sealed = files.get(name);
      if (!sealed || hash('sha256', sealed, 'hex') !== sha256)
        throw this.damaged(`${name} is missing or was changed`);
    }
    return { head, contents, files, unknown: unknownOf(head.tables) };
  }

  private async takeRows(table: string, { body }: ArchiveEntry): Promise<void> {
    const summing = this.sums.get(table) ?? new Summing();
    this.sums.set(table, summing);
    for await (const piece of body) summing.add(piece);
  }

  private readHead(bytes: Buffer): BackupHead {
    const value = this.jsonOf(HEAD, bytes);
    const later = laterFormatOf(value);
    if (later !== null)
      throw new BackupError(
        `The backup is newer than this version of the program: version ${later} made it, in a form that this version does not read.`,
      );
    const parsed = backupHead.safeParse(value);
    if (!parsed.success) throw this.damaged(`${HEAD} does not read`);
    return parsed.data;
  }

  private readContents(bytes: Buffer): BackupContents {
    const parsed = backupContents.safeParse(this.jsonOf(CONTENTS, bytes));
    if (!parsed.success) throw this.damaged(`${CONTENTS} does not read`);
    return parsed.data;
  }

  private jsonOf(name: string, bytes: Buffer): unknown {
    try {
      return JSON.parse(bytes.toString('utf8'));
    } catch {
      throw this.damaged(`${name} does not read`);
    }
  }

  private refuseOtherNames(what: string, found: readonly string[], named: readonly string[]): void {
    const known = new Set(named);
    const other = found.find((name) => !known.has(name));
    if (other !== undefined) throw this.damaged(`its list of ${what} lacks ${other}`);
  }

  private damaged(how: string): BackupError {
    return new BackupError(`${this.file} is damaged: ${how}.`);
  }
}

const nameOf = ({ name }: { readonly name: string }) => name;

/**
 * Refuses a table that is not what its backup says.
 * @throws BackupError
 */
export function refuseOtherSum(table: string, found: Sum, expected: Sum): void {
  if (found.rows !== expected.rows)
    throw new BackupError(
      `${table} has ${String(found.rows)} rows, and the backup says ${String(expected.rows)}.`,
    );
  if (found.sha256 !== expected.sha256)
    throw new BackupError(`The rows of ${table} are not those that the backup says.`);
}
