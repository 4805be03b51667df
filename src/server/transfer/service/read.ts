import { hash } from 'node:crypto';
import { TransferError } from '@/domain/transfer/fault';
import {
  laterTransferOf,
  transferContents,
  transferHead,
  transferPerson,
  type TransferContents,
  type TransferHead,
  type TransferPerson,
} from '@/domain/transfer/manifest';
import { type ArchiveEntry, entriesOf } from '@/server/backup/service/archive';
import { Summing } from '@/server/platform/db/copied-lines';
import { CONTENTS, HEAD, PEOPLE, tableOf } from './entries';

/** More than a thousand tables, and a hundred thousand people. */
const MAX_SMALL_BYTES = 32 * 1024 * 1024;
/** A row with the largest SBOM that is taken, twice as long in its text. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
const LINE_END = 10;

export interface VerifiedTransfer {
  readonly head: TransferHead;
  readonly contents: TransferContents;
  readonly people: readonly TransferPerson[];
}

/**
 * Reads an export from its first to its last byte, and holds all of it against the sums that it brings. Keeps no more than
 * a row of it.
 * @throws TransferError, BackupError with what is wrong
 */
export async function verifyTransfer(file: string): Promise<VerifiedTransfer> {
  const reading = new Reading(file);
  for await (const entry of entriesOf(file)) await reading.take(entry);
  return reading.finish();
}

class Reading {
  private headBytes: Buffer | null = null;
  private head: TransferHead | null = null;
  private people: TransferPerson[] = [];
  private contents: TransferContents | null = null;
  private readonly sums = new Map<string, Summing>();

  constructor(private readonly file: string) {}

  async take(entry: ArchiveEntry): Promise<void> {
    if (this.contents) throw this.damaged(`${entry.name} stands behind its end`);
    if (!this.head) {
      if (entry.name !== HEAD) throw this.foreign();
      this.headBytes = await this.smallOf(entry);
      this.head = this.readHead(this.headBytes);
      return;
    }
    const table = tableOf(entry.name);
    if (table !== null) await this.takeRows(table, entry.body);
    else if (entry.name === PEOPLE) await this.takePeople(entry);
    else if (entry.name === CONTENTS) this.contents = this.readContents(await this.smallOf(entry));
    else throw this.damaged(`it holds ${entry.name}, which no export does`);
  }

  finish(): VerifiedTransfer {
    const { head, headBytes, contents, people } = this;
    if (!head || !headBytes) throw this.foreign();
    if (!contents) throw this.damaged('it ends before its end');
    if (hash('sha256', headBytes, 'hex') !== contents.headSha256)
      throw this.damaged(`${HEAD} was changed`);
    const [named, summed] = [head, contents].map(({ tables }) =>
      tables.map(({ name }) => name).join(),
    );
    if (named !== summed) throw this.damaged('its two lists of tables differ');
    for (const { name, ...expected } of [
      { name: PEOPLE, ...contents.people },
      ...contents.tables,
    ]) {
      const found = this.sums.get(name)?.sum() ?? new Summing().sum();
      this.sums.delete(name);
      if (found.rows !== expected.rows || found.sha256 !== expected.sha256)
        throw this.damaged(`the rows of ${name} are not those that it says`);
    }
    const other = this.sums.keys().next().value;
    if (other !== undefined) throw this.damaged(`its list of tables lacks ${other}`);
    return { head, contents, people };
  }

  private async takeRows(table: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const summing = this.summingOf(table);
    for await (const piece of body) summing.add(piece);
  }

  private async takePeople(entry: ArchiveEntry): Promise<void> {
    const bytes = await this.smallOf(entry);
    this.summingOf(PEOPLE).add(bytes);
    for (const line of bytes.toString('utf8').split('\n').filter(Boolean)) {
      const person = transferPerson.safeParse(this.jsonOf(PEOPLE, line));
      if (!person.success) throw this.damaged(`${PEOPLE} does not read`);
      this.people.push(person.data);
    }
  }

  private summingOf(name: string): Summing {
    const summing = this.sums.get(name) ?? new Summing();
    this.sums.set(name, summing);
    return summing;
  }

  private readHead(bytes: Buffer): TransferHead {
    const value = this.jsonOf(HEAD, bytes.toString('utf8'));
    const later = laterTransferOf(value);
    if (later !== null)
      throw new TransferError(
        `The export is newer than this version of the program: version ${later} made it, in a form that this version does not read. Bring this installation to that version first.`,
      );
    const parsed = transferHead.safeParse(value);
    if (!parsed.success) throw this.damaged(`${HEAD} does not read`);
    return parsed.data;
  }

  private readContents(bytes: Buffer): TransferContents {
    const parsed = transferContents.safeParse(this.jsonOf(CONTENTS, bytes.toString('utf8')));
    if (!parsed.success) throw this.damaged(`${CONTENTS} does not read`);
    return parsed.data;
  }

  private jsonOf(name: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.damaged(`${name} does not read`);
    }
  }

  private async smallOf({ name, body }: ArchiveEntry): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of body) {
      bytes += part.byteLength;
      if (bytes > MAX_SMALL_BYTES) throw this.damaged(`${name} is too large`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  private foreign(): TransferError {
    return new TransferError(`${this.file} is no export of an organization of Eventide.`);
  }

  private damaged(how: string): TransferError {
    return new TransferError(`${this.file} is damaged: ${how}. Nothing was changed.`);
  }
}

/**
 * The lines of an entry, one at a time.
 * @throws TransferError for one that is longer than any row
 */
export async function* linesOf({
  name,
  body,
}: ArchiveEntry): AsyncGenerator<string, void, undefined> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    let from = 0;
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, from)) {
      yield Buffer.concat([...held, piece.subarray(from, at)]).toString('utf8');
      [held, bytes, from] = [[], 0, at + 1];
    }
    bytes += piece.byteLength - from;
    if (bytes > MAX_LINE_BYTES)
      throw new TransferError(`${name} has a row that is too long. Nothing was changed.`);
    if (from < piece.byteLength) held.push(piece.subarray(from));
  }
  if (bytes > 0) yield Buffer.concat(held).toString('utf8');
}
