/**
 * A process that makes the digests that are due and ends itself by SIGKILL when they are written and not yet committed:
 * `digest-process.ts <database> <now>`.
 */
import { openDatabase } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';
import { sendDueDigests } from '@/server/message-rule/service/digests';

const [connectionString, now = ''] = process.argv.slice(2);
const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });
const db = openDatabase({ connection: { connectionString }, logger });
const transaction: typeof db.transaction = (work, ...options) =>
  db.transaction(
    async (tx) => {
      await work(tx);
      process.kill(process.pid, 'SIGKILL');
      throw new Error('It lives on');
    },
    ...options,
  );
await sendDueDigests({
  ...{ db: { ...db, transaction }, logger },
  clock: { now: () => new Date(now) },
});
