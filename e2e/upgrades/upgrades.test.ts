import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { restoreBackup } from '@/server/backup/service/restore';
import { type VerifiedBackup, verifyBackup } from '@/server/backup/service/verify';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { openDatabase } from '@/server/platform/db/db';
import { applyMigrations, migrationNames } from '@/server/platform/db/migrate';
import { createLogger } from '@/server/platform/log';
import { signIn } from '@/server/user/service/sign-in';
import { ask, type Rule, rulesOf } from '@/test/backup';
import { callAs } from '@/test/callers';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { testDeps } from '@/test/deps';
import { brokenInvariants } from '@/test/invariants';
import { withQuery } from '@/test/with-query';
import { DEMO_PASSWORD } from '../../src/cli/demo/settings';
import { DUMPS, fileOf, SOME } from './dumps';

const here = resolve('e2e/upgrades');
const migrationsDir = resolve('prisma/migrations');
const logger = createLogger('silent');
const isChosen = (dump: string) =>
  process.env.UPGRADES === 'all' ||
  SOME.some((number) => dump.startsWith(`${number}-`)) ||
  dump === DUMPS.at(-1);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-upgrades-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Dumps are compressed harder than backups, which is what they are. */
async function unpack(dump: string): Promise<string> {
  const file = join(folder, dump.replace('.tar.zst', '.tar.gz'));
  const tar = zstdDecompressSync(await readFile(fileOf(dump)));
  await writeFile(file, gzipSync(tar, { level: 1 }));
  return file;
}

/** The migrations of a dump's version, as they were then. */
async function migrationsOf({ head }: VerifiedBackup): Promise<string> {
  const dir = await mkdtemp(join(folder, 'migrations-'));
  for (const { name, checksum } of head.migrations) {
    await cp(join(migrationsDir, name), join(dir, name), { recursive: true });
    const earlier = join(here, 'editions', `${name}-${checksum.slice(0, 8)}.sql`);
    await cp(earlier, join(dir, name, 'migration.sql')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  return dir;
}

/** Makes a database what the version of a dump has left. */
async function restoreAsItWas(target: TestDatabaseAddress, file: string): Promise<VerifiedBackup> {
  const verified = await verifyBackup(file);
  const { migrated } = await restoreBackup({
    connection: { connectionString: target.connectionString },
    migrationsDir: await migrationsOf(verified),
    ...{ dataDir: join(folder, 'data'), authSecret: undefined, acceptsOtherSecret: true },
    ...{ file, logger },
  });
  expect(migrated).toEqual([]);
  return verified;
}

/** What a start does first. */
async function upgrade({ connectionString }: TestDatabaseAddress): Promise<string[]> {
  const db = openDatabase({ connection: { connectionString } });
  const appRole = inject('testAppRole').name;
  try {
    return await applyMigrations({ pool: db.pool, migrationsDir, logger, appRole });
  } finally {
    await db.close();
  }
}

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly udt_name: string;
  readonly is_nullable: 'YES' | 'NO';
  readonly column_default: string | null;
}

const columnsOf = (connectionString: string) =>
  ask<Column>(
    connectionString,
    `SELECT table_name, column_name, udt_name, is_nullable, column_default
       FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  );

const enumsOf = (connectionString: string) =>
  ask<{ readonly type: string; readonly value: string }>(
    connectionString,
    `SELECT enumtypid::regtype::text AS type, enumlabel::text AS value FROM pg_enum ORDER BY 1, enumsortorder`,
  );

const functionsOf = (connectionString: string) =>
  ask(
    connectionString,
    `SELECT regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g') AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
  );

async function schemaOf({ connectionString }: TestDatabaseAddress) {
  return {
    columns: await columnsOf(connectionString),
    enums: await enumsOf(connectionString),
    functions: await functionsOf(connectionString),
    rules: await rulesOf(connectionString),
  };
}

/** Tables that migrations add rows to, and why. All others have as many as before. */
const GROWN: Readonly<Record<string, string>> = {
  _prisma_migrations: 'each migration is a row',
  installation_audit_event: 'whoever founded the installation became its operator',
};

async function countsOf(connectionString: string, tables: readonly string[]) {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const sql = `SELECT count(*)::int AS count FROM "${table}"`;
    const [row] = await ask<{ count: number }>(connectionString, sql);
    counts[table] = row?.count ?? -1;
  }
  return counts;
}

let fresh: TestDatabaseAddress;
let newest: Schema;
beforeAll(async () => {
  fresh = await createTestDatabase();
  newest = await schemaOf(fresh);
});
afterAll(() => fresh.drop());

describe.each(DUMPS.filter(isChosen))('what the version of %s has left', (dump) => {
  let target: TestDatabaseAddress;
  let kept: VerifiedBackup;
  beforeAll(async () => {
    target = await createTestDatabase('template0');
    kept = await restoreAsItWas(target, await unpack(dump));
    const pending = new Set(await migrationNames(migrationsDir));
    for (const { name } of kept.head.migrations) pending.delete(name);
    expect(await upgrade(target)).toEqual([...pending].toSorted());
  });
  afterAll(() => target.drop());

  it('comes to the schema of a new installation', async () => {
    expect(await schemaOf(target)).toEqual(newest);
    expect(await upgrade(target)).toEqual([]);
  });

  it('keeps its rows, and nothing in them contradicts itself', async () => {
    const { tables } = kept.contents;
    const names = tables.map(({ name }) => name);
    const counts = await countsOf(target.connectionString, names);
    for (const { name, rows } of tables) {
      if (name in GROWN) expect(counts[name], name).toBeGreaterThanOrEqual(rows);
      else expect(counts[name], name).toBe(rows);
    }
    expect(await brokenInvariants(target.connectionString)).toEqual({});
  });

  it('lets people in, and shows its lists', async () => {
    const connection = { connectionString: target.appConnectionString };
    const deps = testDeps(withQuery(openDatabase({ connection, poolSize: 5 })));
    deps.clock.set(new Date(kept.head.madeAt));
    try {
      const attempt = { email: 'admin@acme.example', password: DEMO_PASSWORD };
      const { sessionId } = await signIn(deps, { ...attempt, remoteAddress: '', userAgent: '' });
      expect(sessionId).not.toBe('');
      const [row] = await deps.db.query<{ id: OrganizationId }>('SELECT id FROM organization');
      if (!row) throw new Error('There is no organization');
      const calls = callAs(deps, row.id, 'admin');
      expect((await calls.image.listForDashboard({})).items.length).toBeGreaterThan(2);
      expect((await calls.software.listForDashboard({})).items.length).toBeGreaterThan(2);
      expect((await calls.project.listForDashboard({})).items.length).toBeGreaterThan(0);
      await calls.overview.states({});
      await calls.timeline.list({});
      await calls.policy.summary();
      await calls.audit.list({});
    } finally {
      await deps.db.close();
    }
  });
});

type Schema = Awaited<ReturnType<typeof schemaOf>>;

/** Rules that refuse what a process of the version before writes, and why that writes nothing of the kind. */
const LET_THROUGH: Readonly<Record<string, string>> = {};

const REFUSES = /^(?:CHECK|EXCLUDE|FOREIGN KEY|PRIMARY KEY|UNIQUE|CREATE UNIQUE INDEX)\b/;
const IS_UNIQUE = /^(?:PRIMARY KEY|UNIQUE|CREATE UNIQUE INDEX)\b/;

/** What a rule says, whatever it is called, and whether or not older rows were held against it. */
const saying = ({ of, name, rule }: Rule) =>
  `${of} ${rule.replace(` ${name} `, ' ').replace(/ NOT VALID$/, '')}`;

/** Rules of `some` that `others` lack, each by its name once: a unique constraint has an index that says the same. */
function rulesBeyond(some: readonly Rule[], others: readonly Rule[], kind: RegExp): string[] {
  const said = new Set(others.map(saying));
  const beyond = some.filter((one) => kind.test(one.rule) && !said.has(saying(one)));
  return [...new Set(beyond.map(({ of, name }) => `${of}.${name}`))];
}

/** What a process of a version that knows `before` could not go on with after a newer one has migrated. */
function obstacles(before: Schema, after: Schema): string[] {
  const nameOf = (column: Column) => `${column.table_name}.${column.column_name}`;
  const now = new Map(after.columns.map((column) => [nameOf(column), column]));
  const then = new Map(before.columns.map((column) => [nameOf(column), column]));
  const tables = new Set(before.columns.map((column) => column.table_name));
  const has = new Set(after.enums.map(({ type, value }) => `${type} ${value}`));
  const isDemanded = (column: Column) =>
    column.is_nullable === 'NO' && column.column_default === null;
  return [
    ...before.columns.flatMap((column) => {
      const kept = now.get(nameOf(column));
      if (!kept) return [`${nameOf(column)} is gone`];
      if (kept.udt_name !== column.udt_name) return [`${nameOf(column)} is of another type`];
      return isDemanded(kept) && !isDemanded(column) ? [`${nameOf(column)} is demanded`] : [];
    }),
    ...after.columns
      .filter((column) => tables.has(column.table_name) && !then.has(nameOf(column)))
      .filter(isDemanded)
      .map((column) => `${nameOf(column)} is new and demanded`),
    ...before.enums
      .filter(({ type, value }) => !has.has(`${type} ${value}`))
      .map(({ type, value }) => `${type} lacks ${value}`),
    ...rulesBeyond(
      after.rules.filter(({ of }) => tables.has(of)),
      before.rules,
      REFUSES,
    ).map((rule) => `${rule} is new and may refuse`),
    // Whoever writes a row unless it is there names the columns of one.
    ...rulesBeyond(before.rules, after.rules, IS_UNIQUE).map((rule) => `${rule} is gone`),
  ].filter((obstacle) => !(obstacle in LET_THROUGH));
}

describe('while new processes start', () => {
  it('those of the version before find all that they know, and may leave out what they do not', async () => {
    const target = await createTestDatabase('template0');
    try {
      await restoreAsItWas(target, await unpack(DUMPS.at(-1) ?? ''));
      expect(obstacles(await schemaOf(target), newest)).toEqual([]);
    } finally {
      await target.drop();
    }
  });

  it('what they could not go on with is seen', () => {
    const columns = (...given: readonly Partial<Column>[]) => ({
      ...newest,
      rules: [],
      columns: given.map((one) => ({
        ...{ table_name: 'fruit', column_name: 'name', udt_name: 'text' },
        ...{ is_nullable: 'YES' as const, column_default: null },
        ...one,
      })),
    });
    const before = columns({}, { column_name: 'color' }, { column_name: 'size' });
    const after = columns(
      { udt_name: 'int4' },
      { column_name: 'size', is_nullable: 'NO' },
      { column_name: 'taste', is_nullable: 'NO' },
      { column_name: 'smell' },
    );
    expect(obstacles(before, after)).toEqual([
      'fruit.name is of another type',
      'fruit.color is gone',
      'fruit.size is demanded',
      'fruit.taste is new and demanded',
    ]);
  });

  it('so is a rule that is new, or gone that they rely on', () => {
    const rule = (name: string, text: string, of = 'fruit') => ({
      ...{ of, name, rule: text, state: '' },
    });
    const index = (name: string) =>
      rule(name, `CREATE UNIQUE INDEX ${name} ON public.fruit USING btree (name)`);
    const schemaWith = (...rules: Rule[]) => ({
      ...newest,
      rules,
      columns: newest.columns.slice(0, 1).map((column) => ({ ...column, table_name: 'fruit' })),
    });
    const before = schemaWith(
      ...[rule('size', 'CHECK ((size > 0)) NOT VALID'), index('fruit_name_key')],
      ...[rule('by_key', 'UNIQUE (key)'), rule('old', 'CHECK ((age > 0))')],
    );
    const after = schemaWith(
      ...[rule('size', 'CHECK ((size > 0))'), index('fruit_name_idx')],
      ...[rule('ripe', 'CHECK ((ripe))'), rule('by_color', 'UNIQUE (color)')],
      ...[rule('stone', 'CHECK ((hard))', 'stone'), rule('looks', 'CREATE INDEX looks ON x')],
    );
    expect(obstacles(before, after)).toEqual([
      'fruit.ripe is new and may refuse',
      'fruit.by_color is new and may refuse',
      'fruit.by_key is gone',
    ]);
  });
});
