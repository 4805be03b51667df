import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits } from '@/test/limits';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, ASKED, decide } from '@/test/waivers';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eventide.example.com' });
  rest = new RestClient(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await backgroundDone(deps);
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
});

const person = (role: PersonRole) => signedIn(deps, rest, { organizationId, role });
const trail = async (id: string) =>
  (
    await deps.db.query<{ action: string }>(
      'SELECT action FROM audit_event WHERE organization_id = $1 AND subject_id = $2 ORDER BY at, id',
      [organizationId, id],
    )
  ).map(({ action }) => action);

describe('asking', () => {
  test('is for everybody who may look, and gives a waiver that holds nothing yet', async () => {
    const viewer = await person('viewer');
    const asked = await ask(viewer, { links: ['https://tickets.example.com/1'] });
    expect(asked).toMatchObject({
      ...{ state: 'asked', scope: 'project', project_name: 'shop', image_name: null },
      ...{ product_name: 'Debian Linux', cycle: '11', mitigating_control: null, version: 1 },
      ...{ links: ['https://tickets.example.com/1'], ends_on: '2027-03-03', days_left: 102 },
      ...{ decided_by: null, decided_at: null, asked_at: '2026-11-21T12:00:00.000Z' },
      owner: { id: viewer.id, name: 'Ada Lovelace' },
      asked_by: { kind: 'person', id: viewer.id, name: 'Ada Lovelace' },
    });
    expect(await trail(asked.id)).toEqual(['waiver.ask']);
  });

  test('offers the members who can answer for one, by name, to whoever may ask', async () => {
    const [viewer, admin] = [await person('viewer'), await person('admin')];
    const outside = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps),
      role: 'admin',
    });
    const emails = async (asking: typeof viewer) =>
      (await (await asking.dashboard()).waiver.people()).map(({ email }) => email);
    const own = await emails(viewer);
    expect(own).toEqual(expect.arrayContaining([viewer.email, admin.email]));
    expect(own).not.toContain(outside.email);
    expect(await emails(outside)).not.toContain(viewer.email);
    expect((await ask(viewer, { owner_email: admin.email })).owner.id).toBe(admin.id);
  });

  test('by a key counts as asked by the person behind it, who then cannot grant it', async () => {
    const admin = await person('admin');
    const { key } = await (
      await admin.dashboard()
    ).apiKey.create({ body: { name: 'CI', role: 'viewer' } });
    const answer = await rest.call({ authorization: `ApiKey ${key}` }, 'POST', '/waivers', ASKED);
    expect(answer).toMatchObject({
      status: 201,
      body: { owner: { id: admin.id }, asked_by: { kind: 'api_key', name: 'CI' } },
    });
    const { id } = answer.body as { id: string };
    await expect(decide(admin, id, 'granted')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await decide(await person('admin'), id, 'granted')).toMatchObject({ state: 'granted' });
  });

  test('by a key that nobody is behind needs an owner', async () => {
    const body = { body: ASKED };
    await expect(callAs(deps, organizationId).waiver.ask(body)).rejects.toMatchObject({
      cause: { faults: [{ loc: ['body', 'owner_email'] }] },
    });
    const { email, id } = await person('member');
    const owned = { body: { ...ASKED, owner_email: email.toUpperCase() } };
    expect(await callAs(deps, organizationId).waiver.ask(owned)).toMatchObject({ owner: { id } });
  });

  test.each([
    [{ ends_on: '2026-11-20' }, [['ends_on', 'value_error']]],
    [{ ends_on: '2027-11-22' }, [['ends_on', 'value_error']]],
    [{ ends_on: '2027-02-30' }, [['ends_on', 'date_from_datetime_parsing']]],
    [{ ends_on: undefined }, [['ends_on', 'missing']]],
    [{ reason: ' \n ' }, [['reason', 'value_error']]],
    [{ reason: 'a\0' }, [['reason', 'value_error']]],
    [{ reason: 'a'.repeat(2_001) }, [['reason', 'string_too_long']]],
    [{ cycle: '' }, [['cycle', 'string_too_short']]],
    [{ links: ['http://a.example'] }, [['links', 'value_error']]],
    [{ links: Array<string>(11).fill('https://a.example') }, [['links', 'value_error']]],
    [{ scope: 'galaxy' }, [['scope', 'enum']]],
    [{ scope: 'organization' }, [['project_name', 'value_error']]],
    [{ scope: 'image' }, [['image_name', 'value_error']]],
    [{ scope: 'image', image_name: 'a:1' }, [['image_name', 'value_error']]],
    [{ image_name: 'a' }, [['image_name', 'value_error']]],
    [{ owner_email: 'nobody@example.com' }, [['owner_email', 'value_error']]],
  ])('for %o is a 422', async (more, faults) => {
    const { rest: call } = await person('member');
    const answer = await call('POST', '/waivers', { ...ASKED, ...more });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: string[]; type: string }[] };
    expect(detail.map(({ loc, type }) => [loc[1], type])).toEqual(faults);
  });

  test('for the same twice at once is a 409 that names it; once it is decided it can be asked for anew', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member);
    await expect(ask(admin)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `The same is asked for already: ${id}`,
    });
    await ask(member, { cycle: '10' });
    await decide(admin, id, 'granted');
    expect((await ask(member, { ends_on: '2027-06-01' })).state).toBe('asked');
  });

  test('no more than the organization holds', async () => {
    const member = await person('member');
    await deps.db.query(
      `INSERT INTO waiver (organization_id, id, scope, product_name, cycle, cycle_key, subject_key, search_text, reason,
                           links, ends_on, decision, version, owner_id, owner_name, asked_by_kind, asked_by_id,
                           asked_by_name, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'organization', 'p', n::text, gen_random_uuid(), gen_random_uuid(), '', 'r', '{}',
              '2027-01-01', 'granted', 1, $2, 'a', 'person', $2, 'a', now(), now()
         FROM generate_series(1, 2000) n`,
      [organizationId, member.id],
    );
    await expect(ask(member)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('deciding', () => {
  test('is for admins, for others than those who asked, and for nobody twice', async () => {
    const [asker, admin] = [await person('admin'), await person('admin')];
    const { id } = await ask(asker);
    for (const role of ['viewer', 'member'] as const) {
      await expect(decide(await person(role), id, 'granted')).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    }
    await expect(
      callAs(deps, organizationId, 'admin').waiver.decide({ id, decision: 'granted', version: 1 }),
    ).rejects.toMatchObject({ message: 'Only people decide on waivers' });
    await expect(decide(asker, id, 'granted')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await decide(admin, id, 'granted')).toMatchObject({
      state: 'granted',
      decided_by: { id: admin.id },
      version: 2,
    });
    await expect(decide(admin, id, 'declined', 2)).rejects.toMatchObject({
      message: 'This waiver is granted already',
    });
    expect(await trail(id)).toEqual(['waiver.ask', 'waiver.grant']);
  });

  test('one alone may where the organization wants no other', async () => {
    const admin = await person('admin');
    const { id } = await ask(admin);
    await (
      await admin.dashboard()
    ).waiver.changeSetting({ body: { max_days: 365, two_people: false } });
    expect(await decide(admin, id, 'granted')).toMatchObject({ state: 'granted' });
  });

  test('is refused for what has changed meanwhile, and for those who changed it', async () => {
    const [member, first, second] = [
      await person('member'),
      await person('admin'),
      await person('admin'),
    ];
    const { id } = await ask(member);
    const calls = await first.dashboard();
    await calls.waiver.change({ id, body: { ends_on: '2027-06-30' } });
    await expect(decide(second, id, 'granted', 1)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(decide(first, id, 'granted', 2)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await decide(second, id, 'declined', 2)).toMatchObject({ state: 'declined' });
  });

  test('grants no longer than the organization allows by then', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member);
    await (
      await admin.dashboard()
    ).waiver.changeSetting({ body: { max_days: 30, two_people: true } });
    await expect(decide(admin, id, 'granted')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await decide(admin, id, 'declined')).toMatchObject({ state: 'declined' });
  });

  test('of several at once one counts', async () => {
    const member = await person('member');
    const admins = await Promise.all([1, 2, 3].map(() => person('admin')));
    const { id } = await ask(member);
    const outcomes = await Promise.allSettled(admins.map((admin) => decide(admin, id, 'granted')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await trail(id)).toEqual(['waiver.ask', 'waiver.grant']);
  });
});

describe('the course of a waiver', () => {
  test('ends by itself at the end of its last day', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member, { ends_on: '2026-11-23' });
    const undecided = await ask(member, { ends_on: '2026-11-23', cycle: '10' });
    await decide(admin, id, 'granted');
    const stateOf = async (one: string) =>
      (await (await member.dashboard()).waiver.get({ id: one })).state;
    deps.clock.set('2026-11-23T23:59:59Z');
    expect([await stateOf(id), await stateOf(undecided.id)]).toEqual(['granted', 'asked']);
    deps.clock.set('2026-11-24T00:00:00Z');
    expect([await stateOf(id), await stateOf(undecided.id)]).toEqual(['ended', 'ended']);
    await expect(decide(admin, undecided.id, 'granted')).rejects.toMatchObject({
      message: 'This waiver is ended already',
    });
  });

  test('is revoked by its owner, whoever asked for it, and admins', async () => {
    const [member, admin, owner] = [
      await person('member'),
      await person('admin'),
      await person('viewer'),
    ];
    for (const who of [member, admin, owner]) {
      const { id } = await ask(member, { owner_email: owner.email });
      await decide(admin, id, 'granted');
      const stranger = await (await person('member')).dashboard();
      await expect(stranger.waiver.revoke({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const calls = await who.dashboard();
      expect(await calls.waiver.revoke({ id, body: { note: 'Moved' } })).toMatchObject({
        state: 'revoked',
        decided_by: { id: who.id },
      });
      await expect(calls.waiver.revoke({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  test('is withdrawn before it is decided, by those behind it', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member);
    await expect((await admin.dashboard()).waiver.withdraw({ id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await (await member.dashboard()).waiver.withdraw({ id })).toMatchObject({
      state: 'withdrawn',
    });
    await expect(decide(admin, id, 'granted')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('grows no more once it is granted', async () => {
    const [member, admin, other] = [
      await person('member'),
      await person('admin'),
      await person('member'),
    ];
    const { id } = await ask(member);
    await decide(admin, id, 'granted');
    const change = async (body: object) => (await member.dashboard()).waiver.change({ id, body });
    for (const body of [
      { ends_on: '2027-03-04' },
      { reason: 'Another' },
      { mitigating_control: 'None' },
    ]) {
      await expect(change(body)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    const shorter = { ends_on: '2027-01-01', owner_email: other.email, links: [] };
    expect(await change(shorter)).toMatchObject({
      ...{ state: 'granted', ends_on: '2027-01-01' },
      owner: { id: other.id },
    });
    await expect(
      (await (await person('member')).dashboard()).waiver.change({ id, body: { links: [] } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is kept whole, whoever is connected', async () => {
    const [member, admin] = [await person('member'), await person('admin')];
    const { id } = await ask(member);
    await (await member.dashboard()).waiver.change({ id, body: { reason: 'Another' } });
    await decide(admin, id, 'granted', 2);
    const { history, may } = await (await member.dashboard()).waiver.get({ id });
    expect(history.map(({ kind, actor }) => [kind, actor?.id])).toEqual([
      ['asked', member.id],
      ['changed', member.id],
      ['granted', admin.id],
    ]);
    expect(history[1]).toMatchObject({
      before: { reason: 'It moves in March' },
      after: { reason: 'Another' },
    });
    expect(may).toEqual({ decide: false, change: true, withdraw: false, revoke: true });
    for (const sql of [
      'UPDATE waiver_event SET note = NULL',
      'DELETE FROM waiver_event',
      'DELETE FROM waiver',
      'TRUNCATE waiver_event',
    ]) {
      await expect(deps.db.query(sql)).rejects.toThrow(/append-only|permission denied/);
    }
    await (await admin.dashboard()).organization.delete({ id: organizationId });
    expect(
      await deps.db.query('SELECT FROM waiver_event WHERE organization_id = $1', [organizationId]),
    ).toEqual([]);
  });

  test('is not changed without end', async () => {
    const member = await person('member');
    const { id } = await ask(member);
    await deps.db.query(
      `INSERT INTO waiver_event (organization_id, waiver_id, id, at, kind)
       SELECT $1, $2, gen_random_uuid(), now(), 'changed' FROM generate_series(1, 199)`,
      [organizationId, id],
    );
    await expect(
      (await member.dashboard()).waiver.change({ id, body: { reason: 'Another' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
