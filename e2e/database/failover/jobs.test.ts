import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { createLogger } from '@/server/platform/log';
import { jobs } from '@/server/platform/signals';
import { type PostgresPair, type PostgresServer, startPair } from '../postgres-pair';

const logger = createLogger('silent');
const NAME = 'a job that is interrupted';

async function ownPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-jobs-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pair = await startPair(folder);
  onTestFinished(() => pair.stop());
  await pair.primary.ask('CREATE TABLE worked (at INTEGER)', 'eventide');
  await pair.primary.ask('GRANT ALL ON worked TO eventide', 'eventide');
  return pair;
}

/** Two processes that follow a pair and have the same job: it lasts until it is told to end, and then says that it was done. */
function startJobs({ primary, standby }: PostgresPair) {
  const mayEnd = Promise.withResolvers<null>();
  const began: number[] = [];
  const told: number[] = [];
  const outcomes: string[] = [];
  onTestFinished(
    jobs.hear(({ name, outcome }) => {
      if (name === NAME) outcomes.push(outcome);
    }),
  );
  const wayTo = ({ port }: PostgresServer) => ({
    ...{ host: '127.0.0.1', port, user: 'eventide', database: 'eventide' },
  });
  for (const at of [1, 2]) {
    // The standby first: which one takes changes has to be found out.
    const db = openDatabase({ connection: [wayTo(standby), wayTo(primary)], poolSize: 2, logger });
    const round = async (signal: AbortSignal) => {
      began.push(at);
      const lost = new Promise<null>((resolve) => {
        signal.addEventListener('abort', () => {
          told.push(at);
          resolve(null);
        });
      });
      await Promise.race([lost, mayEnd.promise]);
      signal.throwIfAborted();
      await db.pool.query('INSERT INTO worked VALUES ($1)', [at]);
    };
    const rounds = { name: NAME, everyMs: 50, failure: 'it failed' };
    const stop = scheduleRounds({ db, logger }, rounds, round);
    onTestFinished(async () => {
      mayEnd.resolve(null);
      await stop();
      await db.close();
    });
  }
  return { began, told, outcomes, end: () => mayEnd.resolve(null) };
}

const worked = ({ standby }: PostgresPair) => standby.ask('SELECT at FROM worked', 'eventide');

test.each([
  [
    'is fenced and keeps its sessions',
    async ({ primary }: PostgresPair) => {
      await primary.ask('ALTER SYSTEM SET default_transaction_read_only = on');
      await primary.ask('SELECT pg_reload_conf()');
    },
  ],
  ['ends', ({ primary }: PostgresPair) => primary.signal('SIGKILL')],
  ['is gone without a word', ({ primary }: PostgresPair) => primary.signal('SIGSTOP')],
])(
  'a job that runs while its primary %s is told to stop, is not done, and runs again on the next one',
  async (_how, leave) => {
    const pair = await ownPair();
    const { began, told, outcomes, end } = startJobs(pair);
    await expect.poll(() => began.length, { timeout: 10_000 }).toBe(1);
    await leave(pair);
    await expect.poll(() => told, { timeout: 20_000 }).toEqual(began);
    await expect.poll(() => outcomes).toEqual(['failed']);
    // Nobody can know yet that nobody else does it.
    expect(began).toHaveLength(1);
    await pair.standby.promote();
    await expect.poll(() => began.length, { timeout: 20_000 }).toBe(2);
    expect([outcomes, await worked(pair)]).toEqual([['failed'], []]);
    end();
    await expect.poll(() => outcomes.slice(0, 2), { timeout: 10_000 }).toEqual(['failed', 'done']);
    expect((await worked(pair))[0]).toEqual({ at: began[1] });
  },
);
