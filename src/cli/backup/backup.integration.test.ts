import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeBackup } from '@/server/backup/service/create';
import { restoreBackup, type RestoreBackup } from '@/server/backup/service/restore';
import { verifyBackup } from '@/server/backup/service/verify';
import { openAuthority } from '@/server/listener/scanner-tls/authority-store';
import { openDatabase } from '@/server/platform/db/db';
import { applyMigrations } from '@/server/platform/db/migrate';
import { UNFINISHED_RESTORE } from '@/server/platform/db/unfinished-restore';
import { signIn } from '@/server/user/service/sign-in';
import { ask, namesIn, rowHashes, rulesOf } from '@/test/backup';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { withQuery } from '@/test/with-query';
import { catalog } from '../../../prisma/seed/scenario/catalog';
import { legacyPortal } from '../../../prisma/seed/scenario/legacy-portal';
import { loyalty } from '../../../prisma/seed/scenario/small-projects';
import { prepareDemo } from '../demo/prepare';
import { DEMO_PASSWORD } from '../demo/settings';

const migrationsDir = resolve('prisma/migrations');

let source: TestDatabaseAddress;
let deps: TestDeps;
let folder: string;
let dataDir: string;
/** A backup of the demo. */
let kept: string;
let hashes: Record<string, string>;

const opened: TestDatabaseAddress[] = [];

async function emptyDatabase(): Promise<TestDatabaseAddress> {
  const database = await createTestDatabase('template0');
  opened.push(database);
  return database;
}

function depsAt(connectionString: string): TestDeps {
  return testDeps(withQuery(openDatabase({ connection: { connectionString }, poolSize: 5 })));
}

let fileNumber = 0;
const newFile = () => join(folder, `kept-${String((fileNumber += 1))}.tar.gz`);

function back(file: string, more: Partial<Parameters<typeof makeBackup>[0]> = {}) {
  return makeBackup({
    connection: { connectionString: source.appConnectionString },
    ...{ dataDir, file, authSecret: deps.env.authSecret, at: deps.clock.now() },
    ...more,
  });
}

function restoreInto(target: TestDatabaseAddress, more: Partial<RestoreBackup> = {}) {
  return restoreBackup({
    connection: { connectionString: target.connectionString },
    ...{ appRole: inject('testAppRole').name, migrationsDir, dataDir: join(folder, 'new') },
    ...{ authSecret: deps.env.authSecret, acceptsOtherSecret: false, file: kept },
    logger: deps.logger,
    ...more,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-backup-'));
  dataDir = join(folder, 'old');
  source = await createTestDatabase();
  deps = depsAt(source.appConnectionString);
  await prepareDemo(deps, { reset: false, projects: [catalog, legacyPortal, loyalty] }, () => 0);
  await openAuthority({ dataDir, clock: deps.clock, logger: deps.logger });
  hashes = await rowHashes(source.connectionString);
  kept = newFile();
  await back(kept);
}, 240_000);

afterEach(async () => {
  await rm(join(folder, 'new'), { recursive: true, force: true });
  await Promise.all(opened.splice(0).map((database) => database.drop()));
});

afterAll(async () => {
  await deps.db.close();
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a round trip of the demo', () => {
  it('gives every row of every table, the rules of the schema, and the certificate authority back', async () => {
    const target = await emptyDatabase();
    const report = await restoreInto(target);
    expect(report).toMatchObject({ migrated: [], isOtherSecret: false });
    expect(await rowHashes(target.connectionString)).toEqual(hashes);
    expect(Object.keys(hashes)).toContain('audit_event');
    expect(await rulesOf(target.connectionString)).toEqual(await rulesOf(source.connectionString));
    for (const name of ['scanner-ca/ca.pem', 'scanner-ca/ca-key.pem']) {
      const restored = join(folder, 'new', name);
      expect(await readFile(restored, 'utf8')).toBe(await readFile(join(dataDir, name), 'utf8'));
      expect((await stat(restored)).mode & 0o777).toBe(0o600);
    }
  });

  it('lets people in again, as the role of the app, which cannot change the trails', async () => {
    const target = await emptyDatabase();
    await restoreInto(target);
    const restored = depsAt(target.appConnectionString);
    try {
      const attempt = { email: 'admin@acme.example', password: DEMO_PASSWORD };
      const signedIn = await signIn(restored, { ...attempt, remoteAddress: '', userAgent: '' });
      expect(signedIn.sessionId).not.toBe('');
      await expect(restored.db.query('DELETE FROM audit_event')).rejects.toThrow();
    } finally {
      await restored.db.close();
    }
    const remove = ask(target.connectionString, 'DELETE FROM audit_event');
    await expect(remove).rejects.toThrow(/only added to|append|audit/i);
    expect(await applyTo(target, migrationsDir)).toEqual([]);
  });

  it('is for its owner alone, tells no secret, and reads with tar', async () => {
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    const { head, contents, files } = await verifyBackup(kept);
    expect(contents.tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(hashes));
    expect(JSON.stringify({ head, contents })).not.toContain(deps.env.authSecret);
    expect(files.get('scanner-ca/ca-key.pem')?.toString()).not.toContain('PRIVATE KEY');
    const tar = spawn('tar', ['-tzf', kept]);
    let names = '';
    tar.stdout.on('data', (text: Buffer) => (names += text.toString()));
    const [status] = (await once(tar, 'close')) as [number];
    expect(status).toBe(0);
    expect(names).toMatch(/^backup\.json\ntables\/.*contents\.json\n$/s);
  });

  it('overwrites nothing', async () => {
    const before = await readFile(kept);
    await expect(back(kept)).rejects.toThrow(`${kept} exists already`);
    expect((await readFile(kept)).equals(before)).toBe(true);
  });
});

async function applyTo(target: TestDatabaseAddress, dir: string): Promise<string[]> {
  const db = openDatabase({ connection: { connectionString: target.connectionString } });
  try {
    return await applyMigrations({ pool: db.pool, migrationsDir: dir, logger: deps.logger });
  } finally {
    await db.close();
  }
}

describe('while others work', () => {
  it('is of one moment: what is committed between two tables is not in it, in neither', async () => {
    const file = newFile();
    const added: string[] = [];
    await back(file, {
      onTable: async (name) => {
        if (!['api_key', 'project'].includes(name)) return;
        // A row in a table that was read, and in ones that are still to be read.
        await ask(
          source.connectionString,
          `INSERT INTO installation_audit_event
           SELECT (jsonb_populate_record(NULL::installation_audit_event, to_jsonb(e) || jsonb_build_object('id', gen_random_uuid()))).*
             FROM (SELECT * FROM installation_audit_event LIMIT 1) e;
           INSERT INTO installation_setting (name, value, updated_at) VALUES ('during ${name}', '{}', now());
           UPDATE app_user SET name = name || ' renamed'; UPDATE project SET name = name || ' ${name}'`,
        );
        added.push(name);
      },
    });
    expect(added).toEqual(['api_key', 'project']);
    expect(await rowHashes(source.connectionString)).not.toEqual(hashes);
    const target = await emptyDatabase();
    await restoreInto(target, { file });
    expect(await rowHashes(target.connectionString)).toEqual(hashes);
  });

  it('keeps no upload waiting, and a migration until it is done', async () => {
    const file = newFile();
    await back(file, {
      onTable: async (name) => {
        if (name !== 'project') return;
        const alter = ask(
          source.connectionString,
          `SET lock_timeout = '50ms'; ALTER TABLE waiver ADD COLUMN later int`,
        );
        await expect(alter).rejects.toThrow('lock timeout');
      },
    });
    await verifyBackup(file);
  });
});

describe('what was cut short or damaged', () => {
  it('leaves no file behind when it is told to stop', async () => {
    const file = newFile();
    const stopping = new AbortController();
    const making = back(file, {
      signal: stopping.signal,
      onTable: (name) => {
        if (name === 'project') stopping.abort();
      },
    });
    await expect(making).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => file.endsWith(name.slice(0, 13)))).toEqual([]);
  });

  it('has no name after kill -9, and does not pass', async () => {
    const inner = await mkdtemp(join(folder, 'killed-'));
    const script = fileURLToPath(new URL('../../test/backup-process.ts', import.meta.url));
    const args = [source.connectionString, dataDir, join(inner, 'kept.tar.gz')];
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await readdir(inner);
    expect(left).toEqual([expect.stringMatching(/^kept\.tar\.gz\.[\da-f]+\.partial$/)]);
    await expect(verifyBackup(join(inner, left[0] ?? ''))).rejects.toThrow(/damaged|no backup/);
  });

  it('is found by every byte that is another, and wherever it ends', async () => {
    const bytes = await readFile(kept);
    const file = newFile();
    // Behind gzip's own header, whose time and system mean nothing.
    const places = Array.from(
      { length: 40 },
      (_, at) => 10 + Math.floor(((bytes.length - 11) * at) / 39),
    );
    for (const at of places) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      await writeFile(file, changed);
      await expect(verifyBackup(file), `byte ${String(at)}`).rejects.toThrow(/damaged|no backup/);
      await writeFile(file, bytes.subarray(0, at));
      await expect(verifyBackup(file), `cut at ${String(at)}`).rejects.toThrow(/damaged|no backup/);
    }
  }, 240_000);

  it('is not restored, and nothing is written', async () => {
    const bytes = await readFile(kept);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const file = newFile();
    await writeFile(file, bytes);
    const target = await emptyDatabase();
    await expect(restoreInto(target, { file })).rejects.toThrow('damaged');
    expect(await namesIn(target)).toEqual([]);
  });

  it('is no backup when it is something else', async () => {
    const file = newFile();
    await writeFile(file, 'not a backup');
    await expect(verifyBackup(file)).rejects.toThrow(`${file} cannot be read, or is damaged`);
    await expect(verifyBackup(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});

describe('a restore is refused', () => {
  it('into a database that holds anything, which stays as it is', async () => {
    const target = await emptyDatabase();
    await ask(target.connectionString, 'CREATE TABLE mine AS SELECT 1 AS one');
    await expect(restoreInto(target)).rejects.toThrow('The database is not empty');
    expect(await rowHashes(target.connectionString)).toEqual({
      mine: expect.stringMatching(/^1 /),
    });
    const full = await createTestDatabase();
    opened.push(full);
    await expect(restoreInto(full)).rejects.toThrow('Nothing was changed');
  });

  it('without the secret, in words; with leave it goes on', async () => {
    const target = await emptyDatabase();
    const other = 'another secret, of another installation';
    await expect(restoreInto(target, { authSecret: other })).rejects.toThrow(
      'The backup was made with another AUTH_SECRET',
    );
    await expect(restoreInto(target, { authSecret: undefined })).rejects.toThrow(
      'there is none here',
    );
    expect(await namesIn(target)).toEqual([]);
    const report = await restoreInto(target, { authSecret: other, acceptsOtherSecret: true });
    expect(report.isOtherSecret).toBe(true);
    expect(Object.keys(await rowHashes(target.connectionString))).toEqual(Object.keys(hashes));
    await expect(readdir(join(folder, 'new'))).rejects.toThrow('ENOENT');
  });

  it('over the certificate authority of another installation', async () => {
    const other = join(folder, 'new');
    await openAuthority({ dataDir: other, clock: deps.clock, logger: deps.logger });
    const target = await emptyDatabase();
    await expect(restoreInto(target)).rejects.toThrow('another certificate authority');
    expect(await namesIn(target)).toEqual([]);
  });

  it('of a newer version, and a start on a newer database, in words', async () => {
    const older = join(folder, 'older-migrations');
    const names = (await readdir(migrationsDir)).filter((name) => /^\d/.test(name)).toSorted();
    const last = names.at(-1) ?? '';
    await cp(migrationsDir, older, { recursive: true });
    await rm(join(older, last), { recursive: true });
    const target = await emptyDatabase();
    const restoring = restoreInto(target, { migrationsDir: older });
    await expect(restoring).rejects.toThrow(
      new RegExp(`newer than this version of the program.*${last}`),
    );
    expect(await namesIn(target)).toEqual([]);
    await restoreInto(target);
    await expect(applyTo(target, older)).rejects.toThrow(
      new RegExp(
        `The database is newer than this version.*${last}.*Start that newer version again`,
      ),
    );
  });
});

describe('a restore that fails', () => {
  it('leaves an empty database', async () => {
    const broken = await createTestDatabase();
    opened.push(broken);
    await ask(
      broken.connectionString,
      `ALTER TABLE operator DISABLE TRIGGER ALL;
       INSERT INTO operator (user_id, created_at) VALUES (gen_random_uuid(), now())`,
    );
    const file = newFile();
    await back(file, { connection: { connectionString: broken.connectionString } });
    const target = await emptyDatabase();
    await expect(restoreInto(target, { file })).rejects.toThrow('operator');
    expect(await namesIn(target)).toEqual([]);
  });

  it('and was killed: nobody starts on what it left, and the next one begins anew', async () => {
    const target = await emptyDatabase();
    const [first] = (await readdir(migrationsDir)).filter((name) => /^\d/.test(name)).toSorted();
    const sql = await readFile(join(migrationsDir, first ?? '', 'migration.sql'), 'utf8');
    await ask(target.connectionString, `CREATE TABLE ${UNFINISHED_RESTORE} (); ${sql}`);
    await expect(applyTo(target, migrationsDir)).rejects.toThrow('was cut short. Run it again');
    await restoreInto(target);
    expect(await rowHashes(target.connectionString)).toEqual(hashes);
  });
});
