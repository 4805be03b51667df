import { afterAll, beforeEach, expect, test } from 'vitest';
import { fullMessage } from '@/domain/message/testing/messages';
import { itemOf } from '@/domain/message/content';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization, makePerson } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { findDueReceivers } from './repository/digests';
import { writeDigests } from './service/digests';

const deps = testDeps(await testDatabase());
const { signal } = new AbortController();

afterAll(() => deps.db.close());
beforeEach(() => {
  deps.clock.set('2026-11-26T12:00:00Z');
});

/** Says something to people of an own organization, whose digest is due at a moment. */
async function waiting(dueAt: string, people = 1): Promise<OrganizationId> {
  const organizationId = await makeOrganization(deps);
  const personIds: string[] = [];
  for (let person = 0; person < people; person += 1)
    personIds.push((await makePerson(deps, { organizationId, role: 'member' })).id);
  const items = [itemOf({ key: 'a', what: 'Debian 11', personIds })];
  const content = fullMessage({ kind: 'waiver.decided', items, total: 1 });
  await deps.db.transaction((tx) =>
    sendMessage(tx, organizationId, content, 'listeners', deps.clock.now()),
  );
  await deps.db.of(organizationId).digestEntry.updateMany({ data: { dueAt: new Date(dueAt) } });
  return organizationId;
}

const letters = (own: OrganizationId) => deps.db.of(own).letter.count();
const entries = (own: OrganizationId) => deps.db.of(own).digestEntry.findMany();

test('a digest that fails keeps no other from its turn, and is tried again later', async () => {
  const broken = await waiting('2026-11-26T06:00:00Z');
  const well = await waiting('2026-11-26T07:00:00Z');
  const [said] = await deps.db.of(broken).message.findMany();
  const write = (content: object) => deps.db.of(broken).message.updateMany({ data: { content } });
  await write({});
  expect(await writeDigests(deps, signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toMatch(new RegExp(`"organizationId":"${broken}".*could not be written`));
  expect([await letters(broken), await letters(well)]).toEqual([0, 1]);
  // Until it is tried again there is nothing to do, which is not to seem as if all were well.
  expect(await writeDigests(deps, signal)).toBeNull();
  expect((await entries(broken)).map(({ dueAt }) => dueAt.toISOString())).toEqual([
    '2026-11-26T12:05:00.000Z',
  ]);
  await write(Object(said?.content) as object);
  deps.clock.set('2026-11-26T12:05:00Z');
  expect(await writeDigests(deps, signal)).toEqual({ failed: 0 });
  expect([await letters(broken), await entries(broken)]).toEqual([1, []]);
});

test('those that wait longest have their turn first', async () => {
  const [late, early, last] = [
    await waiting('2026-11-26T07:00:00Z'),
    await waiting('2026-11-26T06:00:00Z'),
    await waiting('2026-11-26T08:00:00Z'),
  ];
  const due = (limit: number) => findDueReceivers(deps.db, deps.clock.now(), limit);
  const order = (await due(10)).map(({ organizationId }) => organizationId);
  expect(order).toEqual([early, late, last]);
  expect((await due(1)).map(({ organizationId }) => organizationId)).toEqual([early]);
});

test('of those that are due together one of each organization has its turn after the other, until none is left', async () => {
  await deps.db.query('DELETE FROM digest_entry');
  const many = await waiting('2026-11-26T08:00:00Z', 3);
  const few = await waiting('2026-11-26T08:00:00Z', 2);
  const due = await findDueReceivers(deps.db, deps.clock.now(), 4);
  const order = due.map(({ organizationId }) => organizationId);
  expect(order).toEqual([many, few, many, few]);
  expect(await writeDigests(deps, signal)).toEqual({ failed: 0 });
  expect([await letters(many), await letters(few)]).toEqual([3, 2]);
});

test('no more digests are written while a thousand letters are due: what is said at once would come behind them', async () => {
  await deps.db.query('DELETE FROM letter');
  await deps.db.query('DELETE FROM digest_entry');
  const own = await waiting('2026-11-26T08:00:00Z', 2);
  const [person] = await deps.db.of(own).membership.findMany({ select: { userId: true } });
  await deps.db.query(
    `INSERT INTO letter (organization_id, id, user_id, content, state, attempts, due_at, created_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, '{}', 'pending', 0, $3, $3, $3 FROM generate_series(1, 1000)`,
    [own, person?.userId ?? '', deps.clock.now()],
  );
  expect(await writeDigests(deps, signal)).toBeNull();
  expect([await letters(own), (await entries(own)).length]).toEqual([1_000, 2]);
  await deps.db.query('DELETE FROM letter WHERE id IN (SELECT id FROM letter LIMIT 1)');
  expect(await writeDigests(deps, signal)).toEqual({ failed: 0 });
  expect([await letters(own), (await entries(own)).length]).toEqual([1_001, 0]);
});
