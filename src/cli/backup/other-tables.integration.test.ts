import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadEnv } from '@/env';
import { backUpWhenDue } from '@/server/backup/service/scheduled';
import { verifyBackup } from '@/server/backup/service/verify';
import { manualClock } from '@/server/platform/clock';
import { openDatabase } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';
import { ask, rowHashes } from '@/test/backup';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';
import { testDeps } from '@/test/deps';
import { temporaryFolder } from '@/test/files';
import { withQuery } from '@/test/with-query';
import { backUp, restore, verify } from './commands';

const clock = manualClock('2026-11-21T12:00:00Z');

let source: TestDatabaseAddress;
let folder: string;
const opened: TestDatabaseAddress[] = [];
const said: string[] = [];

beforeEach(async () => {
  source = await createTestDatabase();
  folder = await temporaryFolder();
});
afterEach(async () => {
  said.length = 0;
  await Promise.all([source, ...opened.splice(0)].map((database) => database.drop()));
});

function depsAt(url: string) {
  const environment = {
    ...{ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: folder },
    AUTH_SECRET: 'a secret for tests, and for tests alone',
  };
  return {
    ...{ env: loadEnv(environment), clock, logger: createLogger('silent') },
    say: (line: string) => void said.push(line),
  };
}

/** As an administrator has it: another role owns it, and the role of the app may not look at it. */
const OF_ANOTHER_ROLE = `
  CREATE TABLE of_the_administrator (id serial PRIMARY KEY, secret text);
  INSERT INTO of_the_administrator (secret) VALUES ('not ours');
  ALTER TABLE of_the_administrator OWNER TO pg_monitor;
  REVOKE ALL ON of_the_administrator FROM PUBLIC`;

/** As whoever migrates makes one before a risky change, with a sequence of its own. */
const OF_OUR_OWNER = `
  CREATE TABLE operator_before AS SELECT * FROM operator;
  ALTER TABLE operator_before ADD COLUMN number serial;
  INSERT INTO operator_before (user_id, created_at) VALUES (gen_random_uuid(), now())`;

it('a table of another role is left alone and named, and does not end a backup of a role that may not read it', async () => {
  await ask(source.connectionString, OF_ANOTHER_ROLE);
  const role = new URL(source.appConnectionString).username;
  await ask(source.connectionString, `REVOKE ALL ON of_the_administrator FROM ${role}`);
  for (const url of [source.appConnectionString, source.connectionString]) {
    const file = join(folder, `${String(said.length)}.tar.gz`);
    await backUp(depsAt(url), { file, acceptsLittleRoom: true });
    expect(said.splice(0)).toContainEqual(
      'Not in it: tables of other roles in the same schema: of_the_administrator',
    );
    const { head, unknown } = await verifyBackup(file);
    expect(head.tables.map(({ name }) => name)).not.toContain('of_the_administrator');
    expect(unknown).toEqual([]);
    said.push('one more');
  }
});

it('a backup on a schedule is made beside it, and says so in the log', async () => {
  await ask(source.connectionString, `${OF_ANOTHER_ROLE}; ${OF_OUR_OWNER}`);
  const connection = { connectionString: source.connectionString };
  const db = withQuery(openDatabase({ connection }));
  try {
    const deps = testDeps(db, { BACKUP_DIR: join(folder, 'backups'), DATA_DIR: folder });
    await backUpWhenDue(deps, new AbortController().signal);
    expect(deps.logged()).toMatch(/of_the_administrator.*tables of other roles are not in/);
    expect(deps.logged()).toMatch(/operator_before.*none that this version knows/);
  } finally {
    await db.close();
  }
});

it('a table that whoever migrates has made is kept and named, and keeps no backup from being restored', async () => {
  const before = await rowHashes(source.connectionString);
  await ask(source.connectionString, OF_OUR_OWNER);
  const file = join(folder, 'kept.tar.gz');
  await backUp(depsAt(source.connectionString), { file, acceptsLittleRoom: true });
  const unknown =
    'This version does not know some of the tables in it. A restore brings back those alone that a migration of the backup makes: operator_before';
  expect(said.splice(0)).toContain(unknown);
  await verify(depsAt(source.connectionString), file);
  expect(said.splice(0)).toEqual([expect.stringMatching(/^Whole: /), unknown]);

  const target = await createTestDatabase('template0');
  opened.push(target);
  await restore(depsAt(target.connectionString), file, { acceptsOtherSecret: false });
  expect(said).toContain(
    'Not restored: tables that no migration makes, as an administrator may have made them: operator_before. Their rows are in the file.',
  );
  expect(await rowHashes(target.connectionString)).toEqual(before);
});

it('a table of ours that was altered by hand is refused as ever', async () => {
  await ask(source.connectionString, 'ALTER TABLE operator ADD COLUMN note text');
  const file = join(folder, 'kept.tar.gz');
  await backUp(depsAt(source.connectionString), { file, acceptsLittleRoom: true });
  const target = await createTestDatabase('template0');
  opened.push(target);
  const restoring = restore(depsAt(target.connectionString), file, { acceptsOtherSecret: false });
  await expect(restoring).rejects.toThrow(
    'The tables of the backup are not those of its migrations: operator. They were altered by hand.',
  );
});
