import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSON_ROLES, ROLES } from '@/domain/roles/permissions';
import { takeAll } from '@/server/platform/limits/limits';
import { deleteOrganization } from '@/server/organization/service';
import { appRouter } from '@/server/app-router';
import { beginAttempt } from '@/server/user/service/sign-in';
import { makeActor, makeOrganization, makePerson } from '@/test/accounts';
import { callAnonymously, callAs, callAsOperator } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { browserOf, signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { createDashboardHandler } from '@/server/listener/dashboard-handler';

const NAMED = 'olga@example.com';

let db: TestDatabase;
let deps: TestDeps;
let rest: RestClient;
beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db, { OPERATORS: `someone@example.com, ${NAMED.toUpperCase()}` });
  rest = new RestClient(deps);
});
afterAll(() => db.close());

const paths = Object.keys(appRouter._def.procedures)
  .filter((path) => path.startsWith('operator.'))
  .map((path) => path.slice('operator.'.length));
type Path = keyof Awaited<ReturnType<typeof callAsOperator>>['operator'];

describe('to everybody but operators it is not there', () => {
  it('has procedures', () => expect(paths.length).toBeGreaterThan(4));

  it.each(paths)('%s', async (path) => {
    const organizationId = await makeOrganization(deps);
    const people = await Promise.all(
      PERSON_ROLES.map((role) => signedIn(deps, rest, { organizationId, role })),
    );
    const callers = [
      callAnonymously(deps),
      ...ROLES.map((role) => callAs(deps, organizationId, role)),
      ...(await Promise.all([...people, await signedIn(deps, rest)].map((one) => one.dashboard()))),
    ];
    for (const caller of callers) {
      // The names are the router's own; an input that does not hold must not tell more either.
      const call = caller.operator[path as Path] as (input: unknown) => Promise<unknown>;
      for (const input of [undefined, { page: 'none' }]) {
        await expect(call(input)).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: `No procedure found on path "operator.${path}"`,
        });
      }
    }
  });

  it('is answered like a procedure of no such name', async () => {
    const { cookie } = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps),
      role: 'admin',
    });
    const handle = createDashboardHandler(deps);
    const answers = await Promise.all(
      ['operator.operators', 'operator.nothing1'].map(async (path) => {
        const url = `http://localhost:3000/api/trpc/${path}`;
        const response = await handle(new Request(url, { headers: { cookie } }));
        const text = (await response.text()).replaceAll(path, 'it');
        return [response.status, text.replaceAll(/"requestId":"[^"]*"/g, '')];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);
  });
});

describe('who is an operator', () => {
  it('is somebody whom the configuration names, once the address is proven, and as long as it is theirs', async () => {
    const claimant = await signedIn(deps, rest, {
      organizationId: await makeOrganization(deps),
      role: 'admin',
    });
    await db.query(
      'UPDATE app_user SET email = $2, email_proven_by = NULL, email_proven_at = NULL WHERE id = $1',
      [claimant.id, NAMED],
    );
    const asks = async () => (await claimant.dashboard()).operator.operators();
    await expect(asks()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { operator } = await callAsOperator(deps);
    expect((await operator.operators()).waiting).toEqual([
      { email: NAMED, has_account: true },
      { email: 'someone@example.com', has_account: false },
    ]);

    await db.query(
      "UPDATE app_user SET email_proven_by = 'provider', email_proven_at = now() WHERE id = $1",
      [claimant.id],
    );
    expect(await asks()).toMatchObject({
      items: expect.arrayContaining([
        { id: claimant.id, name: 'Ada Lovelace', email: NAMED, is_configured: true },
      ]),
      waiting: [{ email: 'someone@example.com' }],
    });

    await db.query('UPDATE app_user SET email = $2 WHERE id = $1', [claimant.id, 'o@example.com']);
    await expect(asks()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is never a key, also one that an operator made', async () => {
    const organizationId = await makeOrganization(deps);
    const person = await makePerson(deps, { organizationId, role: 'admin' });
    await db.query('INSERT INTO operator (user_id, created_at) VALUES ($1, now())', [person.id]);
    const browser = await browserOf(deps, rest, person);
    expect((await (await browser.dashboard()).operator.operators()).items).not.toEqual([]);
    const key = callAs(deps, organizationId, 'admin');
    await expect(key.operator.operators()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await db.query('DELETE FROM operator WHERE user_id = $1', [person.id]);
    await expect((await browser.dashboard()).operator.operators()).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

it('lists organizations with how large they are, the newest first', async () => {
  const { operator } = await callAsOperator(deps);
  deps.clock.advance(60_000);
  const organizationId = await makeOrganization(deps, 'Zephyr 100%');
  await makePerson(deps, { organizationId, role: 'viewer' });
  for (const image of ['a', 'b']) await scanImage(deps, organizationId, { image });
  const gone = await scanImage(deps, organizationId, { image: 'c', project: 'gone' });
  await (
    await rest.as(organizationId, 'admin')
  )('DELETE', `/projects/${gone.project_id}`);
  const [newest] = (await operator.organizations({ size: 1 })).items;
  expect(newest).toMatchObject({ id: organizationId, name: 'Zephyr 100%', images: 2 });
  expect(newest?.members).toBeGreaterThan(0);
  expect(await operator.organizations({ search: 'R 100%' })).toMatchObject({
    total: 1,
    items: [{ idp_id: organizationId }],
  });
  expect((await operator.organizations({ search: organizationId.slice(0, 20) })).total).toBe(1);
  expect(await operator.organizations({ page: 99 })).toMatchObject({ items: [] });
});

describe('limits', () => {
  it('are told with what sets them', async () => {
    const { operator } = await callAsOperator(deps);
    const { items } = await operator.limits();
    expect(items).toContainEqual({
      ...{ name: 'invitation:person', points: 200, seconds: 3600 },
      ...{ max_wait_seconds: null, variable: 'MAX_INVITATIONS_BY_PERSON' },
    });
    expect(items).toContainEqual({
      ...{ name: 'sign-in-failed:network', points: 30, seconds: 3600 },
      ...{ max_wait_seconds: 300, variable: null },
    });
    const named = items.flatMap(({ variable }) => variable ?? []);
    expect([...new Set(named)].sort()).toEqual([
      'MAX_ACCOUNT_MAILS',
      'MAX_FAILED_CREDENTIALS',
      'MAX_INVITATIONS',
      'MAX_INVITATIONS_BY_ORGANIZATION',
      'MAX_INVITATIONS_BY_PERSON',
      'MAX_ORGANIZATIONS_BY_PERSON',
    ]);
  });

  it('tell who is limited: which account, from where, how often and until when', async () => {
    await forgetLimits(db);
    limitsFollow(deps.clock);
    const { operator } = await callAsOperator(deps);
    expect(await operator.limited({})).toMatchObject({ items: [], total: 0 });
    const organizationId = await makeOrganization(deps, 'Busy');
    const person = await makePerson(deps, { organizationId, role: 'admin' });
    const remoteAddress = '203.0.113.30';
    const fail = (email: string) =>
      beginAttempt(deps, { email, remoteAddress, isFamiliar: true }).catch(() => null);
    for (let n = 0; n < 9; n += 1) await fail(person.email);
    for (let n = 0; n < 9; n += 1) await fail('nobody.of.that.name@example.com');
    const invite = () => takeAll(deps, [{ name: 'invitation:organization', key: organizationId }]);
    for (let n = 0; n < 200; n += 1) await invite();
    expect(await operator.limited({})).toMatchObject({ total: 2 });
    await expect(invite()).rejects.toMatchObject({ code: 'too_many_requests' });
    const { items, total } = await operator.limited({});
    const nothing = { network: null, account: null, organization: null, is_unknown_address: false };
    const until = (seconds: number) =>
      new Date(deps.clock.now().getTime() + seconds * 1000).toISOString();
    const ofSignIn = {
      ...nothing,
      ...{ limit: 'sign-in-failed:account-at-network', network: remoteAddress, count: 5 },
      ...{ until: until(1), is_over: false },
    };
    expect(total).toBe(3);
    expect(items[0]).toMatchObject({
      ...{ ...nothing, limit: 'invitation:organization', organization: 'Busy', count: 201 },
      ...{ until: until(3600), is_over: false },
    });
    expect(items.slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...ofSignIn,
          account: { name: 'Ada Lovelace', email: person.email },
        }),
        expect.objectContaining({ ...ofSignIn, is_unknown_address: true }),
      ]),
    );
    deps.clock.advance(60_000);
    const later = await operator.limited({ size: 2 });
    expect(later.items.map(({ is_over: isOver }) => isOver)).toEqual([false, true]);
    deps.clock.advance(3_600_000);
    expect((await operator.limited({})).total).toBe(1);
    expect(await operator.limited({ page: 9 })).toMatchObject({ items: [], total: 1 });
  });
});

it('shows what belongs to no organization, newest first', async () => {
  const { operator } = await callAsOperator(deps);
  const actor = await makeActor(deps, await makeOrganization(deps, 'Ended'));
  deps.clock.advance(60_000);
  await deleteOrganization(deps, actor);
  expect(await operator.auditEvents({ size: 1 })).toMatchObject({
    items: [
      {
        action: 'organization.delete',
        actor_id: actor.id,
        remote_address: '192.0.2.1',
        detail: { name: 'Ended' },
      },
    ],
  });
  const added = await operator.auditEvents({ action: 'operator', actor: 'command' });
  expect(new Set(added.items.map(({ action }) => action))).toEqual(new Set(['operator.add']));
  expect((await operator.auditEvents({ actor: actor.id })).total).toBe(1);
  expect((await operator.auditEvents({ from: '2030-01-01' })).total).toBe(0);
});
