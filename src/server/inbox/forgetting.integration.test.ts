import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { itemOf } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { scheduleDelivery } from '@/server/channel/jobs';
import { forgetOldMessages } from '@/server/channel/service/cleaning';
import { sendMessage } from '@/server/message/service';
import { jobs } from '@/server/platform/signals';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scheduleLetters } from './jobs';

const DAYS_91_MS = 91 * 24 * 60 * 60_000;

let db: TestDatabase;
let deps: TestDeps;
beforeAll(async () => {
  // Only the owner may end the connections of others.
  db = await testDatabase({ as: 'owner' });
  deps = testDeps(db);
});
afterAll(() => db.close());

/** Starts a job, and has its lock lost while it forgets what is of the first of some organizations. */
async function loseLockOf(name: string, table: string, schedule: () => () => Promise<void>) {
  const outcomes: string[] = [];
  const stopHearing = jobs.hear((job) => {
    if (job.name === name) outcomes.push(job.outcome);
  });
  const stops: (() => Promise<void>)[] = [];
  // Lost with the job's own, on the session that this process has for all of them.
  const lost = await db.locks.take(`a lock beside ${name}`);
  await db.transaction(async (tx) => {
    await tx.query(`SELECT FROM ${table} FOR UPDATE`);
    stops.push(schedule());
    const waiting = `SELECT FROM pg_stat_activity WHERE query ILIKE '%DELETE FROM ${table}%'
       AND wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(() => db.query(waiting)).toHaveLength(1);
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'eventide_locks' AND datname = current_database()`,
    );
    await expect.poll(() => lost?.aborted).toBe(true);
  });
  await expect.poll(() => outcomes.length).toBe(1);
  await Promise.all(stops.map((stop) => stop()));
  stopHearing();
  return outcomes;
}

test('whoever forgets old messages or letters stops once the lock on it is lost, and has failed', async () => {
  const organizations = [await makeOrganization(deps), await makeOrganization(deps)];
  for (const organization of organizations) {
    const now = deps.clock.now();
    const { id: userId } = await makePerson(deps, { organizationId: organization, role: 'member' });
    await db.transaction((tx) =>
      sendMessage(tx, organization, fullMessage(), { channelIds: [] }, now),
    );
    await db.query(
      `INSERT INTO letter (organization_id, id, user_id, content, state, attempts, created_at, changed_at)
       VALUES ($1, $2, $3, '{}', 'delivered', 1, $4, $4)`,
      [organization, uuidv7(), userId, now],
    );
  }
  deps.clock.advance(DAYS_91_MS);
  const messages = await loseLockOf('forget old messages', 'message', () => scheduleDelivery(deps));
  expect(messages).toEqual(['failed']);
  expect(await db.query('SELECT FROM message')).toHaveLength(1);
  const letters = await loseLockOf('forget old letters', 'letter', () => scheduleLetters(deps));
  expect(letters).toEqual(['failed']);
  expect(await db.query('SELECT FROM letter')).toHaveLength(1);
});

test('a message that is still to be mailed is kept until it is', async () => {
  const organization = await makeOrganization(deps);
  const { id } = await makePerson(deps, { organizationId: organization, role: 'member' });
  const items = [itemOf({ key: 'Debian/10/nobody', what: 'Debian 10', personIds: [id] })];
  await db.transaction((tx) => {
    const content = fullMessage({ kind: 'build.denied', items, total: 1 });
    return sendMessage(tx, organization, content, 'listeners', deps.clock.now());
  });
  deps.clock.advance(DAYS_91_MS);
  const kept = async () => {
    await forgetOldMessages(deps, new AbortController().signal);
    const [messages, letters] = [db.of(organization).message, db.of(organization).letter];
    return [await messages.count(), await letters.count()];
  };
  expect(await kept()).toEqual([1, 1]);
  await db.query(`UPDATE letter SET state = 'delivered', due_at = NULL WHERE user_id = $1`, [id]);
  expect(await kept()).toEqual([0, 0]);
});
