/**
 * A process that does nothing but say what goes on by itself: `telling-process.ts <database> <now>`. It looks once, when it
 * starts, as every process does. Tests kill it.
 */
import { loadEnv } from '@/env';
import { scheduleEnds } from '@/server/catalog/jobs';
import { coverBegun } from '@/server/contract/service/notices';
import { createCatalogStore } from '@/server/catalog/service/store';
import { scheduleNotices } from '@/server/notice/jobs';
import { openDatabase } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';

const [connectionString, now = ''] = process.argv.slice(2);
const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });
const db = openDatabase({ connection: { connectionString }, logger });
const clock = { now: () => new Date(now) };
const deps = {
  ...{ db, clock, logger },
  env: { ...loadEnv({ NODE_ENV: 'test' }), authSecret: '' },
  catalog: createCatalogStore(db, logger, clock),
};
await deps.catalog.start();
const stops = [scheduleEnds(deps, coverBegun), scheduleNotices(deps)];
process.stdout.write('looking\n');
process.once('SIGTERM', () => {
  void Promise.all(stops.map((stop) => stop()))
    .then(() => deps.catalog.stop())
    .then(() => db.close())
    .then(() => process.exit(0));
});
