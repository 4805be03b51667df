import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { ruleFor } from '@/test/messages';
import { findDueChannels } from './repository/delivery';
import { createChannel } from './service/channels';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase(), { OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => deps.db.close());

/** An organization whose channels, as many as told, all have a message to deliver. */
async function organizationWith(channels: number): Promise<OrganizationId> {
  const organization = await makeOrganization(deps);
  const admin = await makeActor(deps, organization, 'admin');
  for (let count = 0; count < channels; count += 1) {
    const channel = await createChannel(deps, admin, {
      ...{ kind: 'webhook', name: `Operations ${String(count)}` },
      settings: { url: 'http://127.0.0.1:9/' },
    });
    await ruleFor(deps, organization, [channel.id], ['date.changed']);
  }
  await deps.db.transaction((tx) =>
    sendMessage(tx, organization, fullMessage(), 'listeners', deps.clock.now()),
  );
  return organization;
}

test('a channel of every organization is found first, however many of one have waited longer', async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  const many = await organizationWith(4);
  deps.clock.advance(60_000);
  const one = await organizationWith(1);
  const due = await findDueChannels(deps.db, deps.clock.now(), 2);
  expect(due.map(({ organizationId }) => organizationId)).toEqual([many, one]);
  expect(await findDueChannels(deps.db, deps.clock.now(), 10)).toHaveLength(5);
});
