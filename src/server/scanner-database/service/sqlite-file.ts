import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { ProductRows } from '@/domain/scanner-database/rows';
import { SCHEMA_VERSION, secondsOf } from '@/domain/scanner-database/feed';
import { askedOfDisk, asNoRoom } from '@/server/platform/full-disk';

/**
 * Tables and columns as the scanner reads them. `date` columns reach it as dates, which is why theirs are the
 * only other declared types. `vulns` stays empty; releases differ in the column they join it by, so it has
 * both. The indexes are in the order of the rows, so whichever of them SQLite takes, cycles come as written.
 */
const SCHEMA = `
CREATE TABLE id (build_timestamp text NOT NULL, schema_version integer NOT NULL);
CREATE TABLE products (id integer PRIMARY KEY, name text NOT NULL, permalink text NOT NULL);
CREATE TABLE cycles (
  id integer PRIMARY KEY, product_id integer NOT NULL REFERENCES products (id), release_cycle text NOT NULL,
  eol date, eol_bool boolean NOT NULL, lts text NOT NULL,
  latest_release text NOT NULL, latest_release_date date, release_date date
);
CREATE TABLE purls (
  id integer PRIMARY KEY, product_id integer NOT NULL REFERENCES products (id), purl text NOT NULL
);
CREATE TABLE cpes (
  id integer PRIMARY KEY, product_id integer NOT NULL REFERENCES products (id), cpe text NOT NULL
);
CREATE TABLE vulns (
  id integer PRIMARY KEY, product_id integer REFERENCES products (id), purl_id integer REFERENCES purls (id),
  version text NOT NULL, issue_count integer NOT NULL
);
CREATE INDEX cycles_product ON cycles (product_id);
CREATE INDEX purls_purl ON purls (purl);
CREATE INDEX cpes_cpe ON cpes (cpe);
`;

/** Products between two looks at the other work of the process: a few milliseconds of work. */
const PRODUCTS_PER_TURN = 20;

const NO_ROOM = 'There is no room for the database of scanners at the moment';

/**
 * Writes the rows as the bytes of an SQLite file. Equal rows and times give equal bytes on one version of node.
 * @throws DomainError `unavailable` when there is no room for it
 */
export async function sqliteFile(rows: readonly ProductRows[], builtAt: Date): Promise<Buffer> {
  try {
    return await writtenBriefly(rows, builtAt);
  } catch (error) {
    throw asNoRoom(error, NO_ROOM);
  }
}

async function writtenBriefly(rows: readonly ProductRows[], builtAt: Date): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eventide-scanner-database-'));
  try {
    const file = path.join(folder, 'xeol.db');
    await writeDatabase(file, rows, builtAt);
    return await readFile(file);
  } catch (error) {
    throw await askedOfDisk(error, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeDatabase(file: string, rows: readonly ProductRows[], builtAt: Date) {
  // Loaded when it is needed: node 22 announces at its first use that the module may still change.
  const { DatabaseSync: Database } = await import('node:sqlite');
  const database = new Database(file);
  try {
    // A file that is thrown away when anything fails needs neither journal nor syncing.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    database.exec(SCHEMA);
    database
      .prepare('INSERT INTO id (build_timestamp, schema_version) VALUES (?, ?)')
      .run(secondsOf(builtAt), SCHEMA_VERSION);
    const insert = inserter(database);
    for (const [index, product] of rows.entries()) {
      insert(product, index + 1);
      if (index % PRODUCTS_PER_TURN === PRODUCTS_PER_TURN - 1) await nextTurn();
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

function inserter(database: DatabaseSync): (product: ProductRows, productId: number) => void {
  const insertProduct = database.prepare(
    'INSERT INTO products (id, name, permalink) VALUES (?, ?, ?)',
  );
  const insertCycle = database.prepare(
    `INSERT INTO cycles (product_id, release_cycle, eol, eol_bool, lts, latest_release,
       latest_release_date, release_date)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertPurl = database.prepare('INSERT INTO purls (product_id, purl) VALUES (?, ?)');
  const insertCpe = database.prepare('INSERT INTO cpes (product_id, cpe) VALUES (?, ?)');
  return ({ name, permalink, cycles, purls, cpes }, productId) => {
    insertProduct.run(productId, name, permalink);
    for (const cycle of cycles) {
      insertCycle.run(
        productId,
        cycle.releaseCycle,
        cycle.eol,
        cycle.eolBool ? 1 : 0,
        cycle.lts,
        cycle.latestRelease,
        cycle.latestReleaseDate,
        cycle.releaseDate,
      );
    }
    for (const purl of purls) insertPurl.run(productId, purl);
    for (const cpe of cpes) insertCpe.run(productId, cpe);
  };
}
