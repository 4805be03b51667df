import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { makeBackup } from '@/server/backup/service/create';
import { restoreBackup } from '@/server/backup/service/restore';
import { createLogger } from '@/server/platform/log';
import { ask } from '@/test/backup';
import { createTestDatabase } from '@/test/database';

const authSecret = 'a secret for tests, and for tests alone';
const REFUSAL = 'The database is spread over several machines by Citus';
/** What Citus keeps of a table that is spread: the tests run without it as a rule. */
const AS_SPREAD = `
  SET allow_system_table_mods = on;
  CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass NOT NULL);
  INSERT INTO pg_catalog.pg_dist_partition VALUES ('organization'::regclass)`;

it('a database that is spread over machines is neither kept nor filled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-spread-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  const [connection, file] = [
    { connectionString: target.connectionString },
    join(folder, 'k.tar.gz'),
  ];
  const keep = () =>
    makeBackup({ connection, dataDir: folder, authSecret, file, at: new Date('2026-11-21') });
  const isSpread = inject('testMachineUrls').length > 1;
  if (!isSpread) {
    await keep();
    await ask(target.connectionString, AS_SPREAD);
    await expect(
      restoreBackup({
        ...{ connection, dataDir: folder, authSecret, acceptsOtherSecret: false, file },
        ...{ migrationsDir: resolve('prisma/migrations'), logger: createLogger('silent') },
      }),
    ).rejects.toThrow(REFUSAL);
    await rm(file);
  }
  await expect(keep()).rejects.toThrow(REFUSAL);
  expect(await readdir(folder)).toEqual([]);
});
