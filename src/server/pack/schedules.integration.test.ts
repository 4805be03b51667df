import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPack } from '@/domain/pack/content';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { listPacks, packFile } from './service/packs';
import { changeSchedule, createSchedule, listSchedules, makeDuePacks } from './service/schedules';

let deps: TestDeps;
let organization: OrganizationId;
let ada: Actor;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

beforeEach(async () => {
  deps.clock.set('2026-11-27T12:00:00Z');
  organization = await makeOrganization(deps);
  ada = await makeActor(deps, organization, 'admin');
});

const round = () => makeDuePacks(deps, new AbortController().signal);
const packs = async (of = organization) => (await listPacks(deps, of, { page: 1, size: 50 })).items;
const monthly = () => createSchedule(deps, ada, { template: 'cis-2-2', period: 'monthly' });

describe('a schedule', () => {
  test('makes a pack at the beginning of each period, and none before', async () => {
    const { id, next_on: nextOn } = await monthly();
    expect(nextOn).toBe('2026-12-01');
    deps.clock.set('2026-11-30T23:59:59Z');
    await round();
    expect(await packs()).toEqual([]);
    deps.clock.set('2026-12-01T00:00:01Z');
    await round();
    await round();
    const [made, ...others] = await packs();
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      ...{ number: 1, template: 'cis-2-2', as_of: '2026-12-01' },
      made_by: { kind: 'server', name: 'Eventide' },
    });
    expect(await listSchedules(deps, organization)).toMatchObject([
      { id, next_on: '2027-01-01', last_pack: { id: made?.id, number: 1, as_of: '2026-12-01' } },
    ]);
    deps.clock.set('2027-01-01T00:00:01Z');
    await scanImage(deps, organization, { software: [{ product: 'Redis', eol: '2026-10-01' }] });
    await round();
    const [second] = await packs();
    const { since } = readPack((await packFile(deps, organization, second?.id ?? '')).bytes);
    expect(since).toMatchObject({ number: 1, appeared: [{ product: 'Redis' }] });
  });

  test('makes up for nothing that was missed', async () => {
    await createSchedule(deps, ada, { template: 'dora', period: 'quarterly' });
    deps.clock.set('2027-08-15T12:00:00Z');
    await round();
    await round();
    expect(await packs()).toMatchObject([{ as_of: '2027-08-15' }]);
    expect(await listSchedules(deps, organization)).toMatchObject([{ next_on: '2027-10-01' }]);
  });

  test('makes none while it is paused, and none at once when it goes on', async () => {
    const { id } = await monthly();
    await changeSchedule(deps, ada, id, { isPaused: true });
    deps.clock.set('2027-02-15T12:00:00Z');
    await round();
    expect(await listSchedules(deps, organization)).toMatchObject([
      { paused: true, next_on: null },
    ]);
    await changeSchedule(deps, ada, id, { isPaused: false, period: 'quarterly' });
    await round();
    expect(await packs()).toEqual([]);
    expect(await listSchedules(deps, organization)).toMatchObject([{ next_on: '2027-04-01' }]);
  });

  test('of several processes at once makes one pack', async () => {
    await monthly();
    deps.clock.set('2026-12-01T06:00:00Z');
    await Promise.all([round(), round(), round()]);
    expect(await packs()).toHaveLength(1);
    const [told] = await deps.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM message WHERE organization_id = $1 AND kind = 'pack.made'`,
      [organization],
    );
    expect(told).toEqual({ count: 1 });
  });

  test('tells admins where the pack is, and nothing of what it says', async () => {
    await scanImage(deps, organization, { software: [{ product: 'Redis', eol: '2026-10-01' }] });
    await monthly();
    deps.clock.set('2026-12-01T06:00:00Z');
    await round();
    const [made] = await packs();
    const [message] = await deps.db.query<{ content: object }>(
      `SELECT content FROM message WHERE organization_id = $1 AND kind = 'pack.made'`,
      [organization],
    );
    expect(message?.content).toMatchObject({
      title: 'Evidence pack 1 is made: CIS Controls 8.1, safeguard 2.2',
      items: [],
      links: [{ path: `/evidence-packs/${made?.id ?? ''}` }],
    });
    expect(JSON.stringify(message)).not.toContain('Redis');
    const events = await deps.db.query<{ action: string; actorKind: string }>(
      `SELECT action, actor_kind FROM audit_event WHERE organization_id = $1 AND subject_id = $2`,
      [organization, made?.id],
    );
    expect(events).toMatchObject([{ action: 'evidence_pack.create' }]);
  });

  test('is one for each template', async () => {
    await monthly();
    await expect(monthly()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that fails keeps no other organization from its turn, and counts', async () => {
    await monthly();
    const other = await makeOrganization(deps, 'Globex');
    await createSchedule(deps, await makeActor(deps, other, 'admin'), {
      ...{ template: 'nis2', period: 'monthly' },
    });
    deps.clock.set('2026-12-01T06:00:00Z');
    // The number of its next pack is the highest that there can be: another one cannot be counted.
    await deps.db.query(
      `INSERT INTO evidence_pack (organization_id, id, number, template, as_of, content, sha256, made_by_kind, made_by_id, made_by_name, made_at)
       VALUES ($1, gen_random_uuid(), 2147483647, 'general', '2026-11-01', '{}', '', 'server', gen_random_uuid(), '', now())`,
      [organization],
    );
    expect(await round()).toEqual({ failed: 1 });
    expect(await packs(other)).toHaveLength(1);
    expect(await listSchedules(deps, organization)).toMatchObject([{ next_on: '2026-12-01' }]);
  });

  test('is of its organization alone, and for those who may make packs', async () => {
    const { id } = await monthly();
    const other = await makeOrganization(deps, 'Globex');
    const stranger = callAs(deps, other, 'admin');
    expect(await stranger.pack.schedules({})).toEqual([]);
    await expect(stranger.pack.deleteSchedule({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      stranger.pack.changeSchedule({ id, body: { paused: true } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const viewer = callAs(deps, organization, 'viewer');
    expect(await viewer.pack.schedules({})).toHaveLength(1);
    await expect(viewer.pack.deleteSchedule({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await callAs(deps, organization, 'member').pack.deleteSchedule({ id });
    expect(await viewer.pack.schedules({})).toEqual([]);
  });
});
