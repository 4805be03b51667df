import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { applyMigrations, lockMigrations } from './migrate';
import { DatabaseStartError } from './embedded/start-error';

const logger = createLogger('silent');
const projectDir = fileURLToPath(new URL('../../../..', import.meta.url));
const ownMigrations = join(projectDir, 'prisma/migrations');

let address: TestDatabaseAddress;
let pool: pg.Pool;
let migrationsDir: string;

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(migrationsDir, name), { recursive: true });
  await writeFile(join(migrationsDir, name, 'migration.sql'), sql);
}

const migrate = () => applyMigrations({ pool, migrationsDir, logger });

async function history(): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    'SELECT * FROM _prisma_migrations ORDER BY migration_name',
  );
  return rows;
}

beforeEach(async () => {
  address = await createTestDatabase('template0');
  pool = new pg.Pool({ connectionString: address.connectionString });
  pool.on('error', () => undefined);
  migrationsDir = await mkdtemp(join(tmpdir(), 'eventide-migrations-'));
  await writeFile(join(migrationsDir, 'migration_lock.toml'), 'provider = "postgresql"\n');
  await addMigration('20260102000000_second', "INSERT INTO fruit VALUES ('a;b'); SELECT 1;");
  await addMigration('20260101000000_first', 'CREATE TABLE fruit (name text);');
});

afterEach(async () => {
  await pool.end();
  await address.drop();
  await rm(migrationsDir, { recursive: true });
});

test('a fresh database gets every migration, in order, recorded as the command line would', async () => {
  expect(await migrate()).toEqual(['20260101000000_first', '20260102000000_second']);
  const rows = await history();
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({
    id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    // sha256sum of the file above
    checksum: '0eff25ec4d041684d9230fa82004c1844a8839292375986ff96bfbee769467a0',
    migration_name: '20260101000000_first',
    started_at: expect.any(Date),
    finished_at: expect.any(Date),
    logs: null,
    rolled_back_at: null,
    applied_steps_count: 1,
  });
});

test('a second start changes nothing', async () => {
  await migrate();
  const before = await history();
  expect(await migrate()).toEqual([]);
  expect(await history()).toEqual(before);
});

test('a new migration is added to the ones before', async () => {
  await migrate();
  await addMigration('20260103000000_third', 'DELETE FROM fruit;');
  expect(await migrate()).toEqual(['20260103000000_third']);
});

test('processes that start at once apply each migration once', async () => {
  await addMigration('20260103000000_slow', 'SELECT pg_sleep(0.2);');
  const applied = await Promise.all(Array.from({ length: 6 }, migrate));
  expect(applied.flat()).toHaveLength(3);
  expect(await history()).toHaveLength(3);
});

test('who waits for another process says so once, holds no snapshot meanwhile, and goes on soon', async () => {
  const other = new pg.Client({ connectionString: address.connectionString });
  await other.connect();
  await lockMigrations(other, logger);
  const log = vi.fn();
  const spoken = createLogger('info', { write: log });
  const migrating = applyMigrations({ pool, migrationsDir, logger: spoken });
  await vi.waitUntil(() => log.mock.calls.length > 0, { timeout: 30_000 });
  // What waited in a statement would keep an index from being built beside other work.
  const holds = async () => {
    const { rows } = await other.query<{ state: string; xmin: string | null }>(
      `SELECT state, backend_xmin AS xmin FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    return rows;
  };
  await expect.poll(holds).toEqual([{ state: 'idle', xmin: null }]);
  await sleep(600);
  expect(log.mock.calls).toEqual([[expect.stringContaining('waiting for another process')]]);
  await other.end();
  const freeAtMs = performance.now();
  expect(await migrating).toHaveLength(2);
  expect(performance.now() - freeAtMs).toBeLessThan(5_000);
});

test('a migration that fails is undone as a whole, and the next start tries it again', async () => {
  await addMigration('20260103000000_broken', 'CREATE TABLE half (id int); SELECT * FROM nowhere;');
  await expect(migrate()).rejects.toThrow(
    /20260103000000_broken could not be applied and was undone: .*nowhere/,
  );
  expect(await history()).toHaveLength(2);
  await addMigration('20260103000000_broken', 'CREATE TABLE half (id int);');
  expect(await migrate()).toEqual(['20260103000000_broken']);
});

describe('while others have the table', () => {
  const lockWait = { lockMs: 50, pauseMs: 50, attempts: 1200 };
  let reader: pg.Client;

  beforeEach(async () => {
    await migrate();
    await addMigration('20260103000000_third', 'ALTER TABLE fruit ADD COLUMN color text;');
    reader = new pg.Client({ connectionString: address.connectionString });
    await reader.connect();
    await reader.query('BEGIN; LOCK TABLE fruit IN ACCESS SHARE MODE');
  });
  afterEach(() => reader.end());

  test('a migration lets those pass that come after it, and is applied once the table is free', async () => {
    const waits = vi.fn();
    const migrating = applyMigrations({
      ...{ pool, migrationsDir, lockWait },
      logger: createLogger('warn', { write: waits }),
    });
    await vi.waitUntil(() => waits.mock.calls.length > 0, { timeout: 30_000 });
    await pool.query('SELECT * FROM fruit');
    await reader.query('COMMIT');
    expect(await migrating).toEqual(['20260103000000_third']);
    expect(waits.mock.calls).toEqual([[expect.stringContaining('a table is in use by others')]]);
  });

  test('it gives up in the end, and nothing is changed', async () => {
    const before = await history();
    const bounded = { ...lockWait, attempts: 3 };
    const failure = applyMigrations({ pool, migrationsDir, logger, lockWait: bounded });
    await expect(failure).rejects.toThrow(
      /20260103000000_third could not be applied.*lock timeout/,
    );
    expect(await history()).toEqual(before);
  });
});

describe('an index that is built beside other work', () => {
  const name = '20260103000000_index';
  const isWhole = async () => {
    const { rows } = await pool.query<{ is_whole: boolean }>(
      "SELECT indisvalid AS is_whole FROM pg_index WHERE indexrelid = to_regclass('fruit_idx')",
    );
    return rows.map((row) => row.is_whole);
  };

  beforeEach(async () => {
    await migrate();
    await addMigration(
      name,
      '-- Fruit by name.\nCREATE INDEX CONCURRENTLY "fruit_idx" ON "fruit"("name");\n',
    );
  });

  test('waits for those who write already, and keeps nobody from it', async () => {
    const writer = new pg.Client({ connectionString: address.connectionString });
    await writer.connect();
    await writer.query("BEGIN; INSERT INTO fruit VALUES ('apple')");
    const migrating = migrate();
    await expect.poll(isWhole).toEqual([false]);
    await pool.query("INSERT INTO fruit VALUES ('pear')");
    await writer.query('COMMIT');
    expect(await migrating).toEqual([name]);
    await writer.end();
    expect(await isWhole()).toEqual([true]);
    expect((await history()).at(-1)).toMatchObject({
      ...{ migration_name: name, applied_steps_count: 1, finished_at: expect.any(Date) },
    });
    expect(await migrate()).toEqual([]);
  });

  test('is built anew where it broke off, and noted where only that was missing', async () => {
    await pool.query("INSERT INTO fruit VALUES ('apple'), ('apple')");
    const unique = 'CREATE UNIQUE INDEX CONCURRENTLY "fruit_idx" ON "fruit"("name")';
    await addMigration(name, unique);
    await expect(migrate()).rejects.toThrow(
      `The migration ${name} could not be applied and is tried again by the next start`,
    );
    expect(await isWhole()).toEqual([false]);
    expect(await history()).toHaveLength(2);
    await pool.query('DELETE FROM fruit');
    expect(await migrate()).toEqual([name]);
    expect(await isWhole()).toEqual([true]);
    await pool.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [name]);
    expect(await migrate()).toEqual([name]);
    expect(await isWhole()).toEqual([true]);
  });
});

describe('an index that is built beside other work, whatever is set for the database', () => {
  const indexes = async () => {
    const { rows } = await pool.query<{ whole: string }>(
      `SELECT schemaname || ' ' || indexname AS whole FROM pg_indexes JOIN pg_index ON indexrelid = format('%I.%I', schemaname, indexname)::regclass
        WHERE indexname = 'fruit_idx' AND indisvalid`,
    );
    return rows.map(({ whole }) => whole);
  };
  const setForAll = (setting: string) =>
    pool.query(
      `ALTER DATABASE ${new URL(address.connectionString).pathname.slice(1)} SET ${setting}`,
    );
  const writing = async () => {
    const writer = new pg.Client({ connectionString: address.connectionString });
    await writer.connect();
    await writer.query("SET statement_timeout = 0; BEGIN; INSERT INTO fruit VALUES ('apple')");
    return writer;
  };
  const addIndex = () =>
    addMigration(
      '20260103000000_index',
      'CREATE INDEX CONCURRENTLY "fruit_idx" ON "fruit"("name");',
    );

  test('is found in a schema whose name has capitals', async () => {
    await pool.query('CREATE SCHEMA "Our Fruit"');
    await setForAll('search_path = "Our Fruit"');
    await pool.end();
    pool = new pg.Pool({ connectionString: address.connectionString });
    await migrate();
    await addIndex();
    expect(await migrate()).toEqual(['20260103000000_index']);
    expect(await indexes()).toEqual(['Our Fruit fruit_idx']);
  });

  test('waits for those who write for longer than other statements and transactions may last', async () => {
    await migrate();
    await addIndex();
    const writer = await writing();
    await setForAll("statement_timeout = '200ms'");
    const { rowCount } = await pool.query(
      "SELECT WHERE current_setting('transaction_timeout', true) IS NOT NULL",
    );
    if (rowCount === 1) await setForAll("transaction_timeout = '400ms'");
    await pool.end();
    pool = new pg.Pool({ connectionString: address.connectionString });
    // A connection that is ended while it is lent says so to whoever has it.
    pool.on('connect', (client) => client.on('error', () => undefined));
    const migrating = migrate().catch(String);
    await sleep(900);
    await writer.query('COMMIT');
    await writer.end();
    expect(await migrating).toEqual(['20260103000000_index']);
    expect(await indexes()).toEqual(['public fruit_idx']);
  });

  test('lets those pass that wait for its table while it waits for them', async () => {
    await migrate();
    await addIndex();
    const writer = await writing();
    const lockWait = { lockMs: 10_000, pauseMs: 50, attempts: 20 };
    const migrating = applyMigrations({ pool, migrationsDir, logger, lockWait }).catch(String);
    const begun = async () => {
      const { rowCount } = await pool.query("SELECT WHERE to_regclass('fruit_idx') IS NOT NULL");
      return rowCount;
    };
    await expect.poll(begun, { timeout: 10_000 }).toBe(1);
    // It is the index that finds out.
    const other = new pg.Client({ connectionString: address.connectionString });
    await other.connect();
    await other.query("SET deadlock_timeout = '10min'");
    const analyzed = other.query('ANALYZE fruit');
    await sleep(300);
    await writer.query('COMMIT');
    await writer.end();
    expect(await migrating).toEqual(['20260103000000_index']);
    await analyzed;
    await other.end();
    expect(await indexes()).toEqual(['public fruit_idx']);
  });
});

describe('refusals leave the database as it is', () => {
  async function expectRefusal(message: string): Promise<void> {
    await addMigration('20260109000000_later', 'CREATE TABLE later (id int);');
    const before = await history();
    const failure = migrate();
    await expect(failure).rejects.toBeInstanceOf(DatabaseStartError);
    await expect(failure).rejects.toThrow(message);
    expect(await history()).toEqual(before);
  }

  test('an edited migration', async () => {
    await migrate();
    await addMigration('20260101000000_first', 'CREATE TABLE fruit (name varchar);');
    await expectRefusal('20260101000000_first was edited after it had been applied');
  });

  test('a migration that the command line left half-done', async () => {
    await migrate();
    await pool.query(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'`,
    );
    await expectRefusal('20260102000000_second failed half-way');
  });

  test('a database that is newer than the program', async () => {
    await migrate();
    await rm(join(migrationsDir, '20260102000000_second'), { recursive: true });
    await expectRefusal('The database is newer than this version of the program');
  });
});

test('a failed migration that was marked as rolled back is applied again', async () => {
  await migrate();
  await pool.query(
    `UPDATE _prisma_migrations SET finished_at = NULL, rolled_back_at = now() WHERE migration_name LIKE '%second'`,
  );
  expect(await migrate()).toEqual(['20260102000000_second']);
});

describe("Prisma's command line", { timeout: 120_000 }, () => {
  /** Runs it offline: an engine that had to be downloaded would fail. */
  async function prismaIn(cwd: string, ...args: string[]): Promise<string> {
    const cli = join(projectDir, 'node_modules/prisma/build/index.js');
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
      cwd,
      env: {
        ...process.env,
        DATABASE_URL: address.connectionString,
        PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:1',
        CHECKPOINT_DISABLE: '1',
      },
    });
    return stdout;
  }

  const prisma = (...args: string[]) => prismaIn(projectDir, ...args);

  beforeEach(async () => {
    await rm(migrationsDir, { recursive: true });
    await cp(ownMigrations, migrationsDir, { recursive: true });
  });

  test('finds what the app applied up to date, and the schema without drift', async () => {
    await migrate();
    expect(await prisma('migrate', 'status')).toContain('Database schema is up to date!');
    const diff = ['--from-config-datasource', '--to-schema', 'prisma/schema', '--exit-code'];
    expect(await prisma('migrate', 'diff', ...diff)).toContain('No difference detected');
  });

  test('leaves nothing to do for the app, and the same records', async () => {
    await prisma('migrate', 'deploy');
    const [deployed] = await history();
    expect(await migrate()).toEqual([]);
    await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const names = (await readdir(ownMigrations)).filter((name) => !name.endsWith('.toml'));
    expect(await migrate()).toEqual(names.toSorted());
    const [applied] = await history();
    expect(Object.keys(applied ?? {})).toEqual(Object.keys(deployed ?? {}));
    expect(applied).toMatchObject({
      checksum: deployed?.checksum,
      migration_name: deployed?.migration_name,
      applied_steps_count: deployed?.applied_steps_count,
    });
  });

  test('makes a migration of what was changed in the schema, and of nothing else', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'eventide-project-'));
    try {
      await cp(join(projectDir, 'prisma'), join(copy, 'prisma'), { recursive: true });
      await cp(join(projectDir, 'prisma.config.ts'), join(copy, 'prisma.config.ts'));
      await symlink(join(projectDir, 'node_modules'), join(copy, 'node_modules'));
      const added = 'model Scratch {\n  id Int @id\n}\n';
      await writeFile(join(copy, 'prisma/schema/scratch.prisma'), added);
      await prismaIn(copy, 'migrate', 'dev', '--name', 'scratch');
      const names = await readdir(join(copy, 'prisma/migrations'));
      const made = names.find((name) => name.endsWith('_scratch')) ?? 'none';
      const sql = await readFile(join(copy, 'prisma/migrations', made, 'migration.sql'), 'utf8');
      expect(sql.match(/^(CREATE|ALTER|DROP).*/gm)).toEqual(['CREATE TABLE "Scratch" (']);
    } finally {
      await rm(copy, { recursive: true });
    }
  });
});
