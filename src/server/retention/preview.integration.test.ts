import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '@/domain/eol/calendar';
import type { MessageContent } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { KEEP_EVERYTHING, NOTHING_REMOVED } from '@/domain/retention/rules';
import { type Addressees, sendMessage } from '@/server/message/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { recordRefusedUpload } from '@/server/refused-upload/service';
import { makeOrganization, makePerson } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type ScannedImage } from '@/test/factories';
import { hearing, ruleFor } from '@/test/messages';
import { toRulesValue, type RetentionRulesValue } from './dto';
import { followRetention } from './service/round';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2024-01-01T12:00:00Z');
  organization = await makeOrganization(deps);
});

const admin = () => callAs(deps, organization, 'admin');
const later = (days: number) => {
  deps.clock.advance(days * DAY_MS);
};
const redis = { product: 'Redis', cycle: '6', eol: '2023-11-01' };
const nginx = { product: 'nginx', cycle: '1.20', eol: '2023-05-01' };
const scan = (image: string, more: ScannedImage = {}) =>
  scanImage(deps, organization, { image, software: [redis], ...more });
const KEPT = toRulesValue(KEEP_EVERYTHING);

/** Gives what a run removes by rules, which is what the preview of them has said, kind by kind. */
async function removedAsSaid(rules: Partial<RetentionRulesValue>) {
  const body = { ...KEPT, ...rules };
  const { kinds, rows } = await admin().retention.preview({ body });
  await admin().retention.changeRules({ body });
  await followRetention(deps, new AbortController().signal);
  const [run] = (await admin().retention.rules()).runs;
  const documents = kinds.filter(({ kind }) => kind === 'sboms' || kind === 'inventories');
  expect(run?.removed).toEqual({
    ...NOTHING_REMOVED,
    ...Object.fromEntries(kinds.map((one) => [one.kind, one.rows])),
    document_bytes: documents.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  });
  expect(rows).toBe(kinds.reduce((sum, one) => sum + one.rows, 0));
  return run?.removed;
}
const read = <Row extends object>(statement: string) =>
  deps.db.query<Row>(statement, [organization]);
async function documents(): Promise<string[]> {
  const rows = await read<{ compressed: Buffer }>(
    'SELECT compressed FROM sbom WHERE organization_id = $1 ORDER BY created_at',
  );
  return rows.map(({ compressed }) => zstdDecompressSync(compressed).toString());
}

test('scans are counted as they go, with the package lists that they alone had', async () => {
  const { image_tag_id: id } = await scan('gone:1', { packages: ['gone@1'] });
  await scan('idle:1', { packages: ['idle@1'] });
  for (let turn = 0; turn < 4; turn += 1) {
    later(1);
    await scan('busy:1', { packages: [`busy@${String(turn)}`] });
  }
  await admin().image.delete({ id });
  later(100);
  await scan('busy:1', { packages: ['busy@now'] });
  // Three of the busy image, and the deleted one's.
  expect(await removedAsSaid({ scan_days: 30, newest_scans: 2 })).toMatchObject({
    ...{ scans: 4, inventories: 4, sboms: 0 },
  });
});

test('documents stay with the scans that stay, and go with those that go', async () => {
  const { image_tag_id: id } = await scan('gone:1', { sbom: 'of what is deleted' });
  for (const sbom of ['first', 'second', 'third', 'now']) {
    await scan('shop:1', { sbom });
    later(1);
  }
  await admin().image.delete({ id });
  later(100);
  // The second and the third are as old, but their scans are among the newest.
  expect(await removedAsSaid({ scan_days: 30, newest_scans: 3 })).toMatchObject({
    ...{ scans: 2, sboms: 2 },
  });
  expect(await documents()).toEqual(['second', 'third', 'now']);
});

test('by a rule of their own old documents go, but for what an image has; their scans stay', async () => {
  await scan('shop:1', { sbom: 'old' });
  later(1);
  await scan('shop:1', { sbom: 'old, but what it has now' });
  later(200);
  await scan('other:1', { sbom: 'young' });
  later(1);
  await scan('other:1', { sbom: 'young, and what it has now' });
  later(10);
  expect(await removedAsSaid({ sbom_days: 90 })).toMatchObject({ scans: 0, sboms: 1 });
  const left = ['old, but what it has now', 'young', 'young, and what it has now'];
  expect(await documents()).toEqual(left);
  expect(
    await read('SELECT sbom_id IS NULL AS gone FROM scan WHERE organization_id = $1 ORDER BY id'),
  ).toEqual([true, false, false, false].map((gone) => ({ gone })));
  expect(
    await read('SELECT FROM image_tag WHERE organization_id = $1 AND sbom_id IS NULL'),
  ).toEqual([]);
  // And with both rules.
  later(100);
  expect(await removedAsSaid({ scan_days: 150, newest_scans: 1, sbom_days: 90 })).toMatchObject({
    scans: 1,
    sboms: 1,
  });
  expect(await documents()).toEqual(left.filter((text) => text !== 'young'));
});

test('by a rule of their own documents of deleted images go by their last scan, whether scans go or not', async () => {
  const { image_tag_id: gone } = await scan('gone:1', { sbom: 'long ago, and deleted then' });
  const { image_tag_id: late } = await scan('late:1', { sbom: 'long ago, and deleted now' });
  const { image_tag_id: put } = await scan('put:1', { sbom: 'retired, not deleted' });
  await admin().image.delete({ id: gone });
  await admin().retirement.retire({ id: put, body: { note: 'not needed' } });
  later(100);
  const { image_tag_id: young } = await scan('young:1', { sbom: 'scanned of late' });
  await admin().image.delete({ id: late });
  await admin().image.delete({ id: young });
  later(1);
  expect(await removedAsSaid({ sbom_days: 30 })).toMatchObject({ scans: 0, sboms: 2 });
  expect(await documents()).toEqual(['retired, not deleted', 'scanned of late']);
  later(40);
  expect(await removedAsSaid({ scan_days: 3_000, newest_scans: 1, sbom_days: 30 })).toMatchObject({
    scans: 0,
    inventories: 0,
    sboms: 1,
  });
  expect(await documents()).toEqual(['retired, not deleted']);
});

test('history is counted as far as no scan tells of it, with what deleted images leave', async () => {
  const { image_tag_id: id } = await scan('gone:1');
  for (const image of ['shop:1', 'idle:1', 'quiet:1']) await scan(image);
  later(20);
  await admin().image.delete({ id });
  for (const image of ['shop:1', 'idle:1', 'quiet:1']) await scan(image, { software: [] });
  later(20);
  await scan('shop:1', { software: [nginx] });
  later(420);
  await scan('shop:1', { software: [nginx] });
  // The last scans of the idle ones have ended what was open: that is left. The shop's time without findings goes.
  expect(await removedAsSaid({ scan_days: 400, newest_scans: 1, history_days: 400 })).toMatchObject(
    { scans: 6, intervals: 3, findings: 1 },
  );
  expect(await read('SELECT FROM finding_interval WHERE organization_id = $1')).toHaveLength(3);
});

test('a finding of a deleted image stays with a time that a plan still counts from', async () => {
  const { image_tag_id: id } = await scan('gone:1', { software: [redis, nginx] });
  later(10);
  await scan('gone:1');
  later(10);
  await admin().plan.create({
    body: {
      ...{ product_name: 'Redis', cycle: '6', target_cycle: '7' },
      ...{ due_on: '2024-06-30', scope: 'organization' },
    },
  });
  await admin().image.delete({ id });
  later(420);
  // That of nginx had ended before.
  expect(await removedAsSaid({ scan_days: 400, newest_scans: 1, history_days: 400 })).toMatchObject(
    { scans: 2, intervals: 1, findings: 1 },
  );
});

test('messages go that nobody is still to get', async () => {
  const say = (content: MessageContent, to: Addressees = 'listeners') =>
    deps.db.transaction((tx) => sendMessage(tx, organization, content, to, deps.clock.now()));
  const nobody = { channelIds: [] };
  const channel = await hearing(deps, organization, 'date.changed');
  await ruleFor(deps, organization, [channel], ['support.ends'], { tempo: 'daily' });
  const due = await say(fullMessage());
  const forDigest = await say(fullMessage({ kind: 'support.ends' }));
  await say(fullMessage(), nobody);
  later(20);
  const young = await say(fullMessage(), nobody);
  expect(await removedAsSaid({ message_days: 7 })).toMatchObject({ messages: 1 });
  expect(await read('SELECT id FROM message WHERE organization_id = $1 ORDER BY id')).toEqual(
    [due, forDigest, young].map((id) => ({ id })),
  );
  expect(
    await read(
      'SELECT message_id AS id FROM delivery WHERE organization_id = $1 AND due_at IS NOT NULL',
    ),
  ).toEqual([{ id: due }]);
});

test('what was mailed goes with the days of messages, a digest as well, and what is still to be mailed stays', async () => {
  const { id: userId } = await makePerson(deps, { organizationId: organization, role: 'member' });
  for (const [state, dueAt] of [
    ['delivered', null],
    ['pending', deps.clock.now()],
  ] as const)
    await deps.db.query(
      `INSERT INTO letter (organization_id, id, user_id, content, state, due_at, attempts, created_at, changed_at)
       VALUES ($1, gen_random_uuid(), $2, '{}', $3, $4, 1, $5, $5)`,
      [organization, userId, state, dueAt, deps.clock.now()],
    );
  later(6);
  const states = () => read('SELECT state FROM letter WHERE organization_id = $1 ORDER BY state');
  await removedAsSaid({ message_days: 7 });
  expect(await states()).toHaveLength(2);
  later(3);
  await removedAsSaid({ message_days: 8 });
  expect(await states()).toEqual([{ state: 'pending' }]);
});

test('records of refused uploads go by days', async () => {
  const principal = {
    ...({ kind: 'api_key', id: organization, name: 'CI' } as const),
    ...({ organizationId: organization, role: 'scanner' } as const),
  };
  const refusal = { path: '/v2/scan', remoteAddress: '', requestId: '', status: 422, detail: 'no' };
  await recordRefusedUpload(deps, principal, refusal);
  later(8);
  await recordRefusedUpload(deps, principal, refusal);
  expect(await removedAsSaid({ refused_days: 7 })).toMatchObject({ refused_uploads: 1 });
});

test('entries of the audit log go, but for those on removals', async () => {
  deps.clock.set('2020-01-01T12:00:00Z');
  await admin().retention.changeRules({ body: { ...KEPT, refused_days: 8 } });
  later(400);
  expect(await removedAsSaid({ audit_days: 365 })).toMatchObject({ audit_events: 1 });
  later(400);
  // The change and the run of the last time; what tells of that removal is as old, and stays.
  expect(await removedAsSaid({ audit_days: 366 })).toMatchObject({ audit_events: 2 });
});

test('no entry is counted that is younger than a year by the clock of the database', async () => {
  deps.clock.set('2150-01-01T12:00:00Z');
  await admin().retention.changeRules({ body: { ...KEPT, refused_days: 8 } });
  later(400);
  expect(await removedAsSaid({ audit_days: 365 })).toMatchObject({ audit_events: 0 });
});
