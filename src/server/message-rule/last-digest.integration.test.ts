import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemOf } from '@/domain/message/content';
import { messageRule } from '@/domain/message/rule';
import { fullMessage } from '@/domain/message/testing/messages';
import { holdMessage } from '@/server/message/repository/listeners';
import { sendMessage, storeMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { hearing, ruleFor, sentTo } from '@/test/messages';
import { sendDueDigests } from './service/digests';
import { getRule, saveRule } from './service/rules';

const MINUTE_MS = 60_000;
let deps: TestDeps;
let organization: OrganizationId;
let channel: string;
let rule: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-25T12:00:00Z');
  organization = await makeOrganization(deps);
  channel = await hearing(deps, organization, 'date.changed');
  rule = await ruleFor(deps, organization, [channel], ['support.ends'], { tempo: 'daily' });
});

const ends = (what: string) =>
  fullMessage({
    ...{ kind: 'support.ends', items: [itemOf({ key: `${what}/nobody`, what })], total: 1 },
  });
const say = (tx: Transaction, what: string) =>
  sendMessage(tx, organization, ends(what), 'listeners', deps.clock.now());
async function sayAtOnce() {
  const { name, kinds, channel_ids } = await getRule(deps, organization, rule);
  const draft = messageRule.parse({ name, kinds, channel_ids, tempo: 'at_once' });
  await saveRule(deps, await makeActor(deps, organization, 'admin'), rule, draft);
}
async function passMinutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await sendDueDigests(deps);
    deps.clock.advance(MINUTE_MS);
  }
}
const sent = async () =>
  (await sentTo(deps, organization, channel)).flatMap(({ items }) => items.map(({ what }) => what));

test('has what was being said while its rule was changed to say each message at once', async () => {
  await deps.db.transaction(async (tx) => {
    await say(tx, 'Debian 10');
    await sayAtOnce();
    // The look that finds nothing yet is not the last one.
    await sendDueDigests(deps);
  });
  await passMinutes(3);
  expect(await sent()).toEqual(['Debian 10']);
  expect((await getRule(deps, organization, rule)).next_digest_at).toBeNull();
});

test('has it where the rule is saved once more within the minute', async () => {
  await deps.db.transaction(async (tx) => {
    await say(tx, 'Debian 10');
    await sayAtOnce();
    await sayAtOnce();
    await sendDueDigests(deps);
  });
  await passMinutes(3);
  expect(await sent()).toEqual(['Debian 10']);
});

test('has it where something waited before, too', async () => {
  await deps.db.transaction((tx) => say(tx, 'Perl 5'));
  await deps.db.transaction(async (tx) => {
    await say(tx, 'Debian 10');
    await sayAtOnce();
    await sendDueDigests(deps);
  });
  await passMinutes(3);
  expect(await sent()).toEqual(['Perl 5', 'Debian 10']);
});

test('has what was found to be for a digest just before that, and is held after it', async () => {
  await sayAtOnce();
  await passMinutes(3);
  await deps.db.transaction(async (tx) => {
    const row = await storeMessage(tx, organization, ends('Debian 10'), deps.clock.now());
    await holdMessage(organization, tx, row, [{ ruleId: rule, channelId: channel }]);
  });
  await passMinutes(3);
  expect(await sent()).toEqual(['Debian 10']);
});
