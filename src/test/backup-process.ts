/**
 * A process that makes a backup, says so once it has written half of the tables, and goes no further:
 * `backup-process.ts <database> <data folder> <file>`. Tests kill it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBackup } from '@/server/backup/service/create';

const LONG_MS = 600_000;
const HALF = 'm';

const [connectionString, dataDir = '', file = ''] = process.argv.slice(2);
await makeBackup({
  connection: { connectionString },
  ...{ dataDir, file, authSecret: 'a secret for tests, and for tests alone', at: new Date() },
  onTable: async (name) => {
    if (name < HALF) return;
    process.stdout.write('half\n');
    await sleep(LONG_MS);
  },
});
