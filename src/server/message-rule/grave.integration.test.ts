import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemOf, type MessageItem } from '@/domain/message/content';
import { messageRule } from '@/domain/message/rule';
import { fullMessage } from '@/domain/message/testing/messages';
import { sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { hearing, ruleFor, sentTo } from '@/test/messages';
import { sendDueDigests } from './service/digests';
import { previewRule } from './service/preview';

let deps: TestDeps;
let organization: OrganizationId;
let channel: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-25T12:00:00Z');
  organization = await makeOrganization(deps);
  channel = await hearing(deps, organization, 'date.changed');
});

const GRAVE = { least_severity: 'warning' } as const;
function say(severity: 'info' | 'warning', what: string, more: Partial<MessageItem> = {}) {
  const items = [itemOf({ key: `${what}/nobody`, what, ...more })];
  const content = fullMessage({ kind: 'support.ends', severity, items, total: 1 });
  return deps.db.transaction((tx) =>
    sendMessage(tx, organization, content, 'listeners', deps.clock.now()),
  );
}
const over = (what: string) => say('info', what, { isSolved: true });
const sent = async () =>
  (await sentTo(deps, organization, channel)).flatMap(({ items }) =>
    items.map(({ what, isSolved }) => [what, isSolved]),
  );

test('a rule of what is grave says at once that it is solved, and of nothing that it did not say', async () => {
  await ruleFor(deps, organization, [channel], ['support.ends'], GRAVE);
  await say('warning', 'Debian 10');
  await say('info', 'Perl 5');
  await over('Perl 5');
  await over('Debian 10');
  await over('Debian 10');
  const all = [
    ['Debian 10', false],
    ['Debian 10', true],
  ];
  expect(await sent()).toEqual(all);
  const draft = { name: 'x', kinds: ['support.ends'], channel_ids: [channel], tempo: 'at_once' };
  const preview = await previewRule(deps, organization, messageRule.parse({ ...draft, ...GRAVE }));
  expect(preview.total).toBe(all.length);
});

test('so do its digests', async () => {
  await ruleFor(deps, organization, [channel], ['support.ends'], { ...GRAVE, tempo: 'daily' });
  await say('warning', 'Debian 10');
  await say('info', 'Perl 5');
  deps.clock.set('2026-11-26T08:00:00Z');
  await sendDueDigests(deps);
  await over('Perl 5');
  await over('Debian 10');
  deps.clock.set('2026-11-27T08:00:00Z');
  await sendDueDigests(deps);
  expect(await sent()).toEqual([
    ['Debian 10', false],
    ['Debian 10', true],
  ]);
});
