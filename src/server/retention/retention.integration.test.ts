import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '@/domain/eol/calendar';
import { KEEP_EVERYTHING } from '@/domain/retention/rules';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { pastDay } from '@/server/past/service';
import { removedRows } from '@/server/platform/signals';
import { readPoliciesAt } from '@/server/policy/service/past';
import { recordRefusedUpload } from '@/server/refused-upload/service';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { dayOf } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage, type ScannedImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
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
const keep = (rules: Partial<RetentionRulesValue>) =>
  admin().retention.changeRules({ body: { ...KEPT, ...rules } });
const round = (signal = new AbortController().signal) => followRetention(deps, signal);
const count = async (table: string) => {
  const [row] = await deps.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
    [organization],
  );
  return row?.count;
};
const scansOf = async (imageTagId: string) =>
  (await admin().image.scans({ imageTagId, page: 1, size: 50 })).items;
const trend = () =>
  admin().analytics.eolCounts({ period: 'DAILY', start: '2024-01-01', end: '2025-06-30' });

test('by itself nothing goes, and nothing is ever said to go', async () => {
  await scan('shop:1');
  later(3_000);
  await scan('shop:1');
  await round();
  expect(await count('scan')).toBe(2);
  expect(await admin().retention.rules()).toEqual({
    ...KEPT,
    ...{ history_from: null, next_on: null, runs: [] },
  });
});

test('old scans go but for the newest of each image, and what they alone held goes with them', async () => {
  const { image_tag_id: busy } = await scan('busy:1', { packages: ['only-first@1'] });
  const { image_tag_id: idle } = await scan('idle:1', { packages: ['idle@1'] });
  for (let turn = 0; turn < 3; turn += 1) {
    later(10);
    await scan('busy:1', { software: [nginx] });
  }
  later(300);
  await scan('busy:1', { software: [nginx, redis] });
  const before = { busy: await scansOf(busy), trend: await trend() };
  const first = (await admin().image.get({ imageTagId: busy })).firstScanDate;
  await keep({ scan_days: 90, newest_scans: 2 });
  const preview = await admin().retention.preview({
    body: { ...KEPT, scan_days: 90, newest_scans: 2 },
  });
  expect(preview).toMatchObject({
    examples: [{ image_tag_id: busy, name: 'busy:1', project_name: 'shop', scans: 3 }],
  });
  expect(preview.kinds[0]).toMatchObject({
    ...{ kind: 'scans', rows: 3, per_month: 1, oldest: '2024-01-01T12:00:00.000Z' },
  });
  await round();
  // What is left is told as it was before.
  expect(await scansOf(busy)).toEqual(before.busy.slice(0, 2));
  expect(await scansOf(idle)).toHaveLength(1);
  expect(await trend()).toEqual(before.trend);
  expect((await admin().image.get({ imageTagId: busy })).firstScanDate).toEqual(first);
  expect(await count('inventory')).toBe(3);
  const { runs, next_on } = await admin().retention.rules();
  expect(next_on).toBe('2024-11-27');
  expect(runs).toMatchObject([{ removed: { scans: 3, inventories: 1, intervals: 0 } }]);
  const [event] = (await admin().audit.list({})).items;
  expect(event).toMatchObject({
    ...{ action: 'retention.remove', actor_kind: 'server' },
    before: { removed: { scans: 3 }, newest_scans: 2 },
  });
});

test('a deleted image keeps nothing, and its past stays in the trend', async () => {
  const { image_tag_id: id } = await scan('gone:1');
  later(5);
  await admin().image.delete({ id });
  const before = await trend();
  await keep({ scan_days: 30 });
  later(40);
  await round();
  expect([await count('scan'), await count('inventory')]).toEqual([0, 0]);
  expect(await trend()).toEqual(before);
});

test('history goes as far as no scan tells of it; the trend begins where it is whole', async () => {
  await scan('shop:1', { software: [redis] });
  await scan('idle:1', { software: [redis] });
  later(20);
  await scan('shop:1', { software: [nginx] });
  await scan('idle:1', { software: [] });
  later(20);
  await scan('shop:1', { software: [] });
  later(20);
  await scan('shop:1', { software: [nginx] });
  await expect(keep({ history_days: 400 })).rejects.toThrow('no sooner');
  await keep({ scan_days: 400, newest_scans: 2, history_days: 400 });
  later(405);
  await scan('shop:1', { software: [nginx, redis] });
  const before = await trend();
  await round();
  // Both scans of the idle image are left, and that of the sixtieth day, which ended a time without findings.
  const { runs, history_from: from } = await admin().retention.rules();
  expect(runs).toMatchObject([{ removed: { scans: 3, intervals: 2, findings: 0 } }]);
  expect(from).toBe('2024-03-06');
  const after = await trend();
  expect(after.eolCounts).toEqual(before.eolCounts.filter(({ date }) => date >= '2024-03-05'));
  // When it was first seen is what it was.
  const { items } = await admin().finding.list({});
  expect(items.map((one) => one.first_seen_at).sort()).toEqual([
    '2024-01-01T12:00:00.000Z',
    '2024-01-21T12:00:00.000Z',
  ]);
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
  await keep({ refused_days: 7 });
  await round();
  expect(await count('refused_upload')).toBe(1);
});

test('the audit log loses what is older than the rule, and tells of it', async () => {
  await keep({ refused_days: 8 });
  later(400);
  await keep({ audit_days: 365 });
  await round();
  const events = (await admin().audit.list({})).items;
  expect(events.map(({ action }) => action)).toEqual([
    'retention.remove',
    'audit_event.remove',
    'retention_rules.change',
  ]);
  expect(events[1]).toMatchObject({
    before: { events: 1, from: expect.stringContaining('2024-01-01') },
    after: { days: 365, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('policies of a day before an entry that went are told as those of today, also once the rule is lifted', async () => {
  later(10);
  await makePolicy(deps, organization, { denyDays: 0 });
  later(400);
  await makePolicy(deps, organization, { warnDays: 30 });
  later(100);
  const policiesOn = async (day: string) => {
    const past = pastDay(dayOf(day));
    const { policies, areKept } = await readPoliciesAt(deps, organization, past);
    return { count: policies.byId.size, areKept };
  };
  expect(await policiesOn('2024-01-10')).toEqual({ count: 0, areKept: true });
  await keep({ audit_days: 365 });
  await round();
  for (const audit_days of [3_650, 0]) {
    await keep({ audit_days });
    expect(await policiesOn('2024-01-10')).toEqual({ count: 2, areKept: false });
    // The last that went is of the day after, which is over with it.
    expect(await policiesOn('2024-01-11')).toEqual({ count: 1, areKept: true });
    expect(await policiesOn('2025-05-01')).toEqual({ count: 2, areKept: true });
  }
});

describe('a run', () => {
  test('is followed once a day, and again after a change', async () => {
    await keep({ scan_days: 30 });
    await round();
    await round();
    expect((await admin().retention.rules()).runs).toHaveLength(1);
    await keep({ scan_days: 31 });
    await round();
    later(1);
    await round();
    expect((await admin().retention.rules()).runs).toHaveLength(3);
  });

  test('that was broken off is gone on with', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await scan('shop:1', { packages: [`own@${String(turn)}`] });
      later(1);
    }
    later(100);
    await keep({ scan_days: 30, newest_scans: 1 });
    const stopping = new AbortController();
    const stop = removedRows.hear(() => stopping.abort());
    await expect(round(stopping.signal)).rejects.toThrow('aborted');
    stop();
    expect((await admin().retention.rules()).runs).toMatchObject([
      { ended_at: null, removed: { scans: 4, inventories: 0 } },
    ]);
    await round();
    expect((await admin().retention.rules()).runs).toMatchObject([
      { ended_at: expect.any(String), removed: { scans: 4, inventories: 4 } },
    ]);
  });

  test('that another process has taken up and ended stays as that one has told it', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await scan('shop:1', { packages: [`own@${String(turn)}`] });
      later(1);
    }
    later(100);
    await keep({ scan_days: 30, newest_scans: 1 });
    const stopping = new AbortController();
    const stop = removedRows.hear(() => stopping.abort());
    await expect(round(stopping.signal)).rejects.toThrow('aborted');
    stop();
    const { transaction } = deps.db;
    const [begun, other] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const late: typeof transaction = async (work) => {
      begun.resolve(null);
      await other.promise;
      return transaction(work);
    };
    const { signal } = new AbortController();
    const lagging = followRetention({ ...deps, db: { ...deps.db, transaction: late } }, signal);
    await begun.promise;
    await round();
    other.resolve(null);
    await lagging;
    expect((await admin().retention.rules()).runs).toMatchObject([
      { ended_at: expect.any(String), removed: { scans: 4, inventories: 4 } },
    ]);
    const told = await deps.db.query(
      `SELECT FROM audit_event WHERE organization_id = $1 AND action = 'retention.remove'`,
      [organization],
    );
    expect(told).toHaveLength(1);
  });
});

test('nothing more goes by rules that are changed meanwhile', async () => {
  for (let turn = 0; turn < 3; turn += 1)
    await scan('shop:1', { packages: [`own@${String(turn)}`] });
  later(100);
  await keep({ scan_days: 30, newest_scans: 1 });
  const changes: Promise<unknown>[] = [];
  const stop = removedRows.hear(() => changes.push(keep({})));
  const { transaction } = deps.db;
  // After the first batch nothing is begun before the change is saved.
  const patient: typeof transaction = async (work) => {
    await Promise.all(changes);
    return transaction(work);
  };
  await followRetention(
    { ...deps, db: { ...deps.db, transaction: patient } },
    new AbortController().signal,
  );
  stop();
  expect([await count('scan'), await count('inventory')]).toEqual([1, 3]);
  await round();
  expect((await admin().retention.rules()).runs).toMatchObject([
    { ended_at: expect.any(String), removed: { scans: 2, inventories: 0 } },
  ]);
});

test('an upload that brings back what is being removed is waited for by nobody, and stays whole', async () => {
  const one = { packages: ['one@1'] };
  await scan('shop:1', one);
  later(1);
  await scan('shop:1', { packages: ['two@1'] });
  later(100);
  await keep({ scan_days: 30, newest_scans: 1 });
  await Promise.all([round(), scan('other:1', one), scan('more:1', one)]);
  const [left] = await deps.db.query<{ lost: number }>(
    `SELECT count(*)::int AS lost FROM image_tag i WHERE organization_id = $1 AND NOT EXISTS (
       SELECT FROM inventory v WHERE v.organization_id = $1 AND v.id = i.inventory_id)`,
    [organization],
  );
  expect(left).toEqual({ lost: 0 });
});

test('viewers see the rules, admins change them', async () => {
  await keep({ scan_days: 100 });
  expect(await callAs(deps, organization, 'viewer').retention.rules()).toMatchObject({
    scan_days: 100,
  });
  for (const role of ['viewer', 'member'] as const) {
    const caller = callAs(deps, organization, role);
    await expect(caller.retention.changeRules({ body: KEPT })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(caller.retention.preview({ body: KEPT })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  }
});

test('other organizations keep what is theirs', async () => {
  await scan('shop:1', { packages: ['a@1'] });
  later(1);
  await scan('shop:1', { packages: ['b@1'] });
  const first = organization;
  organization = await makeOrganization(deps);
  later(100);
  await keep({ scan_days: 30, newest_scans: 1 });
  await round();
  organization = first;
  expect([await count('scan'), await count('inventory')]).toEqual([2, 2]);
});

test('an organization that fails keeps no other from its turn, and counts', async () => {
  const both = [organization, await makeOrganization(deps)];
  for (organization of both) {
    await scan('shop:1', { packages: ['one@1'] });
    await scan('shop:1', { packages: ['two@1'] });
  }
  later(100);
  // Nobody else is due any more.
  await round();
  for (organization of both) await keep({ scan_days: 30, newest_scans: 1 });
  const left = async () => {
    const counts = [];
    for (organization of both) counts.push(await count('scan'));
    return counts;
  };
  const failing = followRetention(failingOnce(deps), new AbortController().signal);
  expect(await failing).toEqual({ failed: 1 });
  expect(await left()).toEqual([2, 1]);
  expect(deps.logged()).toContain('what is past could not be removed');
  expect(await round()).toEqual({ failed: 0 });
  expect(await left()).toEqual([1, 1]);
});
