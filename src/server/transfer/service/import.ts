import { resolve } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { TransferError } from '@/domain/transfer/fault';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { entriesOf } from '@/server/backup/service/archive';
import { migrationNames } from '@/server/platform/db/migrate';
import type { Deps } from '@/server/platform/deps';
import { beginWriting, readWrittenTables, writeRows, type WrittenTable } from '../repository/rows';
import {
  findTaken,
  hasAdmin,
  judgeCovered,
  makeAdmins,
  noteFormerMembers,
  noteImport,
  renameImported,
} from '../repository/target';
import { tableOf } from './entries';
import { admitPeople, type Admission } from './people';
import { linesOf, type VerifiedTransfer, verifyTransfer } from './read';

export { DAYS_WITHOUT_RETIRING } from '../repository/tables';

const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 1024 * 1024;

export interface ImportOrganization {
  readonly file: string;
  /** What it is called here; undefined: as it was. */
  readonly name: string | undefined;
  /** Addresses of people who are to be its admins, whatever they were: whoever runs the command answers for them. */
  readonly admins?: readonly string[];
  readonly at: Date;
  readonly migrationsDir?: string;
}

export interface ImportReport extends Admission {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly rows: number;
  readonly exportedAt: string;
}

/**
 * Makes an organization of what an export holds, beside those that are here. The file is verified first. All or nothing:
 * one transaction, of which nobody sees anything before its end.
 * @throws TransferError, BackupError
 */
export async function importOrganization(
  { db }: Pick<Deps, 'db'>,
  options: ImportOrganization,
): Promise<ImportReport> {
  const verified = await verifyTransfer(options.file);
  await refuseLater(verified, options.migrationsDir ?? resolve('prisma/migrations'));
  const client = await db.pool.connect();
  try {
    await beginWriting(client);
    const report = await importInto(client, verified, options);
    await client.query('COMMIT');
    client.release();
    return report;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function refuseLater({ head }: VerifiedTransfer, migrationsDir: string): Promise<void> {
  const known = await migrationNames(migrationsDir);
  if (known.includes(head.migration)) return;
  throw new TransferError(
    `The export is newer than this version of the program: version ${head.release} made it, with the migration ${head.migration}, which this version does not know. Bring this installation to that version first. Nothing was changed.`,
  );
}

async function importInto(
  client: pg.PoolClient,
  verified: VerifiedTransfer,
  { file, name: asked, admins = [], at }: ImportOrganization,
): Promise<ImportReport> {
  const { head, people } = verified;
  const name = asked ?? head.organization.name;
  const taken = await findTaken(client, { id: head.organization.id, name });
  if (taken.name)
    throw new TransferError(
      `There is an organization called ${name} here, and an import changes none. Give it another name with --name. Nothing was changed.`,
    );
  const organizationId = mintOrganizationId(taken.id ? uuidv7() : head.organization.id);
  const tables = await tablesOf(client, verified);
  const admission = await admitPeople(client, people, { at, vouched: admins });
  const loading = new Loading(client, { organizationId, source: head.organization.id, at });
  const rows = await loading.load(file, tables);
  refuseOtherCounts(verified, rows, admission);
  await judgeCovered(organizationId, client, at);
  if (!tables.has('former_member')) {
    const memberIds = people.map(({ id }) => id);
    await noteFormerMembers(organizationId, client, memberIds);
  }
  await makeAdmins(organizationId, client, admins, at);
  if (!(await hasAdmin(organizationId, client))) throw withoutAdmin(admission);
  if (asked !== undefined) await renameImported(organizationId, client, asked);
  const { release, exportedAt, organization } = head;
  const from = { organization, exported_at: exportedAt, release };
  const detail = { from, name, ...(admins.length > 0 && { admins }) };
  await noteImport(organizationId, client, { at, detail });
  const sum = [...rows.values()].reduce((all, one) => all + one, 0);
  return { organizationId, name, rows: sum, exportedAt, ...admission };
}

interface TargetTable extends WrittenTable {
  /** Those that the file has. */
  readonly given: readonly string[];
}

/** The tables of the file as they are here. A column that came later has what a migration gives to rows that are there. */
async function tablesOf(
  client: pg.PoolClient,
  { head }: VerifiedTransfer,
): Promise<Map<string, TargetTable>> {
  const here = new Map((await readWrittenTables(client)).map((table) => [table.name, table]));
  const tables = new Map<string, TargetTable>();
  for (const { name, columns } of head.tables) {
    const table = here.get(name);
    const unknown = table ? columns.find((one) => !table.columns.includes(one)) : '';
    if (!table || unknown !== undefined)
      throw new TransferError(
        `This version of the program has no ${unknown ? `${unknown} of ${name}` : name}, which the export has. Import it with version ${head.release}, and bring that installation to this version. Nothing was changed.`,
      );
    tables.set(name, { ...table, given: columns });
  }
  return tables;
}

/** Nobody could invite anybody to it, make a key for it, or delete it, and the import could not be repeated. */
function withoutAdmin({ leftOut }: Admission): TransferError {
  const why =
    leftOut.length > 0
      ? `. These have accounts here, of which nobody has shown that the address is theirs: ${leftOut.join(', ')}`
      : ', as it had none';
  return new TransferError(
    `No admin of the organization would come in${why}. Name who is to be its admin with --admin EMAIL, once you know that the account is theirs. Nothing was changed.`,
  );
}

/** Rows that are fewer than the file has: those of people who do not become members, and nothing else. */
function refuseOtherCounts(
  { contents }: VerifiedTransfer,
  rows: ReadonlyMap<string, number>,
  { leftOut }: Admission,
): void {
  const short = contents.tables.find((table) => rows.get(table.name) !== table.rows);
  if (short && leftOut.length === 0)
    throw new TransferError(`Not all rows of ${short.name} came in. Nothing was changed.`);
}

interface Target {
  readonly organizationId: OrganizationId;
  /** The organization's id in the file. */
  readonly source: string;
  readonly at: Date;
}

class Loading {
  private lines: string[] = [];
  private characters = 0;
  private readonly rows = new Map<string, number>();

  constructor(
    private readonly client: pg.PoolClient,
    private readonly target: Target,
  ) {}

  /** Loads all rows of a file; gives how many of each table. */
  async load(file: string, tables: ReadonlyMap<string, TargetTable>): Promise<Map<string, number>> {
    for (const name of tables.keys()) this.rows.set(name, 0);
    for await (const entry of entriesOf(file)) {
      const table = tables.get(tableOf(entry.name) ?? '');
      if (!table) {
        for await (const _ of entry.body);
        continue;
      }
      for await (const line of linesOf(entry)) await this.take(table, line);
      await this.flush(table);
    }
    return this.rows;
  }

  private async take(table: TargetTable, line: string): Promise<void> {
    this.refuseOther(table.name, line);
    this.lines.push(line);
    this.characters += line.length;
    if (this.lines.length >= MAX_ROWS || this.characters >= MAX_CHARACTERS) await this.flush(table);
  }

  /** A line is one row of the organization, whoever made the file. */
  private refuseOther(table: string, line: string): void {
    const key = table === 'organization' ? 'id' : 'organization_id';
    if (ownerOf(line, key) === this.target.source) return;
    throw new TransferError(`A row of ${table} is none of the organization. Nothing was changed.`);
  }

  private async flush(table: TargetTable): Promise<void> {
    const { lines } = this;
    if (lines.length === 0) return;
    [this.lines, this.characters] = [[], 0];
    const { organizationId, at } = this.target;
    const columns = table.given;
    const batch = { organizationId, table, columns, lines, at };
    const written = await writeRows(this.client, batch).catch((cause: unknown) => {
      if (!(cause instanceof pg.DatabaseError)) throw cause;
      throw new TransferError(
        `The rows of ${table.name} do not fit: ${cause.message}. Nothing was changed.`,
        { cause },
      );
    });
    this.rows.set(table.name, (this.rows.get(table.name) ?? 0) + written);
  }
}

function ownerOf(line: string, key: string): unknown {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && key in row
      ? Reflect.get(row, key)
      : undefined;
  } catch {
    return undefined;
  }
}
