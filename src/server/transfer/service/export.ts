import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type pg from 'pg';
import { RELEASE } from '@/domain/release';
import { TransferError } from '@/domain/transfer/fault';
import {
  TRANSFER_FORMAT,
  type TransferContents,
  type TransferHead,
} from '@/domain/transfer/manifest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { Summing, wholeLines } from '@/server/platform/db/copied-lines';
import type { Deps } from '@/server/platform/deps';
import {
  beginReading,
  readNewestMigration,
  readPeople,
  readRows,
  readWrittenTables,
} from '../repository/rows';
import { CONTENTS, HEAD, PEOPLE, tableEntry } from './entries';

/** Rows are held in parts of this size, twice at most. */
const PART_BYTES = 1024 * 1024;
const GZIP_LEVEL = 4;

export interface ExportedOrganization {
  readonly id: OrganizationId;
  readonly name: string;
}

type Add = (name: string, data: Uint8Array) => Promise<void>;

/**
 * Everything of one organization as a compressed tar, as it is at one moment: written while it is read, a part at a time,
 * on a connection of its own, which is given back when the reader has all of it or stops. Without secrets, see
 * `repository/tables.ts`.
 */
export function exportOrganization(
  { db }: Pick<Deps, 'db'>,
  organization: ExportedOrganization,
  at: Date,
): Readable {
  const { readable, controller } = createTarPacker();
  const gzip = createGzip({ level: GZIP_LEVEL });
  const add: Add = async (name, data) => {
    const entry = controller
      .add({ name, size: data.byteLength, mode: 0o600, mtime: at })
      .getWriter();
    await entry.write(data);
    await entry.close();
  };
  const write = async () => {
    const client = await db.pool.connect();
    try {
      await writeAll(client, add, { organization, at });
      await client.query('COMMIT');
      client.release();
    } catch (error) {
      // What it was in the middle of, nobody waits for any more.
      client.release(true);
      throw error;
    }
  };
  write().then(
    () => {
      controller.finalize();
    },
    (error: unknown) => {
      controller.error(error);
    },
  );
  // Whoever reads hears of it by the stream.
  pipeline(Readable.from(readable), gzip).catch(() => undefined);
  return gzip;
}

async function writeAll(
  client: pg.PoolClient,
  add: Add,
  { organization, at }: { readonly organization: ExportedOrganization; readonly at: Date },
): Promise<void> {
  await beginReading(client);
  const tables = await readWrittenTables(client);
  const head: TransferHead = {
    format: TRANSFER_FORMAT,
    release: RELEASE,
    exportedAt: at.toISOString(),
    migration: await readNewestMigration(client),
    organization,
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  };
  const headBytes = bytesOf(head);
  await add(HEAD, headBytes);
  const people = await writeLines(readPeople(organization.id, client), add, () => PEOPLE);
  const summed: TransferContents['tables'] = [];
  for (const table of tables) {
    const rows = readRows(organization.id, client, table);
    const sum = await writeLines(rows, add, (part) => tableEntry(table.name, part));
    summed.push({ name: table.name, ...sum });
  }
  if (summed[0]?.rows !== 1) throw new TransferError('The organization was deleted meanwhile.');
  await add(
    CONTENTS,
    bytesOf({ headSha256: hash('sha256', headBytes, 'hex'), people, tables: summed }),
  );
}

async function writeLines(
  pieces: AsyncIterable<Uint8Array>,
  add: Add,
  nameOf: (part: number) => string,
): Promise<{ readonly rows: number; readonly sha256: string }> {
  const summing = new Summing();
  let part = 0;
  for await (const lines of wholeLines(pieces, PART_BYTES)) {
    summing.add(lines);
    part += 1;
    await add(nameOf(part), lines);
  }
  const { rows, sha256 } = summing.sum();
  return { rows, sha256 };
}

const bytesOf = (value: TransferHead | TransferContents) =>
  Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
