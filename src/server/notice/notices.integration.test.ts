import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MessageKind } from '@/domain/message/kinds';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { recordPolicyRead } from '@/server/platform/auth/key-use-repository';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { makeCertificate } from '@/test/certificates';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { hearing, saidIn } from '@/test/messages';
import { makeTeam } from '@/test/owners';
import { signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { scannerDatabases } from '@/server/scanner-database/service/feed';
import { tellAll } from './jobs';
import type { NoticeDeps } from './service/standing';

const DAY_MS = 86_400_000;
const UPDATED_FROM = 'https://catalog.example.com/full';

let deps: TestDeps;
let rest: RestClient;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  await withCatalog(deps, [importedProduct({ name: 'Debian' })]);
  organization = await makeOrganization(deps);
});

/** Looks around more than once and at once, as processes do. */
async function look(given: NoticeDeps = deps): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all([tellAll(given, signal), tellAll(given, signal)]);
  await tellAll(given, signal);
}
const said = async (kind: MessageKind) =>
  (await saidIn(deps, organization)).filter((one) => one.kind === kind);
const titles = async (kind: MessageKind) => (await said(kind)).map(({ title }) => title);
const after = (days: number) => deps.clock.advance(days * DAY_MS);

describe('a plan whose day has passed', () => {
  const debian = [{ product: 'Debian Linux', cycle: '11', eol: '2026-08-31' }];
  const redis = [{ product: 'Redis', cycle: '8', eol: '2030-08-31' }];
  const scan = (image: string, software = debian) =>
    scanImage(deps, organization, { image, project: 'github//acme/shop', software });

  test('is said once while images hold the software, to whom it is for; again when it is put off and passes', async () => {
    await hearing(deps, organization, 'plan.overdue');
    const { project_id: project } = await scan('api:1');
    await scan('web:1');
    const team = await makeTeam(deps, organization, { name: 'Payments', projects: [project] });
    const ada = await signedIn(deps, rest, { organizationId: organization, role: 'member' });
    const { plan } = await ada.dashboard();
    const { id } = await plan.create({
      body: {
        ...{ scope: 'project', project_id: project, product_name: 'Debian Linux', cycle: '11' },
        ...{ target_cycle: '13', due_on: '2026-12-01' },
      },
    });
    after(10);
    await look();
    // Who does not come by for two weeks is signed out.
    await ada.dashboard();
    expect(await titles('plan.overdue')).toEqual([]);
    after(1);
    await look();
    after(3);
    await scan('web:1', redis);
    await look();
    const [message, ...others] = await said('plan.overdue');
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      ...{ severity: 'warning', title: 'The plan to move Debian Linux 11 is overdue', total: 1 },
      items: [
        {
          ...{ key: `plan:${id}`, teamId: team, isSolved: false, since: '2026-12-02' },
          detail:
            'Planned to be moved by 1 December 2026: 2 of 2 images are left in the project acme/shop',
          ...{ moveTo: 'Debian Linux 13', path: `/plans/${id}` },
          ask: { name: 'Payments', email: 'payments@example.com' },
        },
      ],
    });
    const body = { due_on: '2026-12-10', owner_id: ada.id };
    await (await ada.dashboard()).plan.change({ id, body });
    await look();
    after(10);
    await look();
    await scan('api:1', redis);
    await look();
    const later = (await said('plan.overdue')).slice(1);
    expect(later.map(({ title }) => title)).toEqual([
      'The plan to move Debian Linux 11 is overdue no more',
      'The plan to move Debian Linux 11 is overdue',
      'The plan to move Debian Linux 11 is overdue no more',
    ]);
    expect(later[0]?.items).toMatchObject([
      {
        ...{ key: `plan:${id}`, isSolved: true, since: null },
        detail: 'It is done, planned for a later day, or planned no more',
      },
    ]);
    expect(later[1]?.items).toMatchObject([
      { teamId: team, personIds: [ada.id], ask: { email: ada.email } },
    ]);
  });
});

describe('what the catalog knows of a project', () => {
  const many = (count: number, type: string) =>
    Array.from({ length: count }, (_, at) => `pkg:${type}/name${String(at)}@1.0`);
  const scan = (known: number, unknown: number) =>
    scanImage(deps, organization, {
      ...{ project: 'shop', image: 'api:1' },
      packages: [...many(known, 'npm'), ...many(unknown, 'generic')],
    });
  beforeEach(async () => {
    await withCatalog(deps, [
      importedProduct({
        name: 'Everything',
        cycles: [{ name: '1', supportedUntil: '2030-01-01' }],
        purls: Array.from({ length: 40 }, (_, at) => `pkg:npm/name${String(at)}`),
      }),
    ]);
  });

  test('is said when it is ten points less than it was at best, and when it is back; never of a first scan', async () => {
    await hearing(deps, organization, 'coverage.fell');
    await scan(10, 30);
    await look();
    await scan(36, 4);
    await look();
    await scan(33, 7);
    await look();
    expect(await titles('coverage.fell')).toEqual([]);
    await scan(30, 10);
    await look();
    await scan(20, 20);
    await look();
    await scan(36, 4);
    await look();
    const messages = await said('coverage.fell');
    expect(messages.map(({ title }) => title)).toEqual([
      'The coverage of shop fell',
      'The coverage of shop is back, or measured no more',
    ]);
    expect(messages[0]?.items).toMatchObject([
      {
        detail: '75 % of 40 packages are known, where it was 90 % of 40 packages',
        where: { images: 1, projects: 1 },
      },
    ]);
    // Two points from it, and of too few to say anything.
    await scan(1, 5);
    await look();
    expect(await titles('coverage.fell')).toHaveLength(2);
    // Of too few while it is told of, it is not said to be better.
    await scan(20, 20);
    await look();
    await scan(1, 5);
    await look();
    expect((await said('coverage.fell')).at(-1)).toMatchObject({
      title: 'The coverage of shop is back, or measured no more',
      items: [{ isSolved: true, detail: expect.stringContaining('or it has too few of them') }],
    });
  });
});

describe('the catalog', () => {
  const withAddress = () => ({ ...deps, env: { ...deps.env, catalogUrl: UPDATED_FROM } });

  test('is old after a week where it is updated, and after 90 days where it is not', async () => {
    await hearing(deps, organization, 'catalog.stale');
    after(7);
    await look(withAddress());
    await look();
    expect(await titles('catalog.stale')).toEqual([]);
    after(1);
    await look(withAddress());
    after(3);
    await look(withAddress());
    await withCatalog(deps, [importedProduct({ name: 'Debian' })]);
    await look(withAddress());
    after(90);
    await look();
    expect(await titles('catalog.stale')).toHaveLength(2);
    after(1);
    await look();
    const messages = await said('catalog.stale');
    expect(messages.map(({ title }) => title)).toEqual([
      'The catalog has not been updated for 8 days',
      'The catalog is up to date again',
      'The catalog has not been updated for 91 days',
    ]);
    expect(messages.map(({ items }) => items[0]?.detail)).toEqual([
      'Last updated on 21 November 2026',
      'It was updated',
      expect.stringContaining('import a newer document, or set CATALOG_URL'),
    ]);
  });

  test('stays old when another version of Eventide brings what it ships', async () => {
    await hearing(deps, organization, 'catalog.stale');
    after(8);
    await look(withAddress());
    await deps.db.query(
      `INSERT INTO catalog_revision (id, source, trigger, outcome, started_at, finished_at, detail)
       VALUES (gen_random_uuid(), 'starter', 'start', 'imported', $1, $1, '{}')`,
      [deps.clock.now()],
    );
    after(1);
    await look(withAddress());
    expect(await titles('catalog.stale')).toEqual(['The catalog has not been updated for 8 days']);
  });

  test('is old where its document is, however often its source says that nothing is new', async () => {
    await hearing(deps, organization, 'catalog.stale');
    const read = (madeAt: string) => {
      deps.clock.advance(1_000);
      return withCatalog(deps, [importedProduct({ name: 'Debian' })], new Date(madeAt));
    };
    await read('2026-10-23T12:00:00Z');
    await look(withAddress());
    expect(await titles('catalog.stale')).toEqual([]);
    after(2);
    await read('2026-10-23T12:00:00Z');
    await look(withAddress());
    await read('2026-11-22T12:00:00Z');
    await look(withAddress());
    const messages = await said('catalog.stale');
    expect(messages.map(({ title }) => title)).toEqual([
      'The catalog has not been updated for 31 days',
      'The catalog is up to date again',
    ]);
    expect(messages[0]?.items[0]?.detail).toBe(
      'Last updated on 23 November 2026; the document there was made on 23 October 2026',
    );
  });
});

test('the scanners’ database is old when scanners run for more than a week without a new one', async () => {
  await hearing(deps, organization, 'scanner_database.stale');
  const { id: apiKeyId } = await makeApiKey(deps, organization, 'scanner');
  const run = () =>
    recordPolicyRead(organization, deps.db, {
      ...{ apiKeyId, network: '192.0.2.1', at: deps.clock.now() },
    });
  const databases = scannerDatabases(deps);
  await databases.newest();
  after(30);
  // None runs: nobody is kept from anything.
  await look();
  expect(await titles('scanner_database.stale')).toEqual([]);
  await run();
  await look();
  after(1);
  await run();
  await look();
  await databases.newest();
  await look();
  expect(await titles('scanner_database.stale')).toEqual([
    'The scanners’ database is 30 days old',
    'The scanners’ database is new again',
  ]);
});

/** Two months of days, each looked at once. */
const SLOW = { timeout: 240_000 };

test(
  'a key and the certificate are said to end 14 and 3 days before and on the day, each once, until they are replaced',
  SLOW,
  async () => {
    await hearing(deps, organization, 'key.expiring');
    const key = await makeApiKey(deps, organization, 'scanner', new Date('2026-12-21T08:00:00Z'));
    await makeApiKey(deps, organization, 'scanner', null);
    const admin = await rest.as(organization, 'admin');
    await admin('POST', '/certificate/upsert', { certificate: await makeCertificate() });
    for (let day = 0; day < 60; day += 1) {
      await look();
      after(1);
    }
    await admin('DELETE', `/api_key/${key.id}`);
    await look();
    const messages = await said('key.expiring');
    expect(messages.map(({ title, severity }) => [title, severity])).toEqual([
      ['The API key CI expires on 21 December 2026', 'warning'],
      ['The API key CI expires on 21 December 2026', 'warning'],
      ['The API key CI expires on 21 December 2026', 'critical'],
      ['The API key CI does not expire soon any more', 'info'],
    ]);
    expect(messages[0]?.items).toMatchObject([
      {
        ...{ key: `key:${key.id}`, until: '2026-12-21', since: null },
        detail: 'Of the role scanner, made by Ada Lovelace, never used',
        ask: { name: 'Ada Lovelace' },
      },
    ]);
    deps.clock.set('2027-12-20T12:00:00Z');
    await look();
    expect((await titles('key.expiring')).at(-1)).toBe(
      'The organization’s certificate expires on 1 January 2028',
    );
    // Whoever begins to listen is not told of what ended long ago.
    const other = await makeOrganization(deps);
    await makeApiKey(deps, other, 'scanner', new Date('2027-12-22T00:00:00Z'));
    deps.clock.set('2028-02-01T12:00:00Z');
    await hearing(deps, other, 'key.expiring');
    await look();
    const heard = (await saidIn(deps, other)).filter(({ kind }) => kind === 'key.expiring');
    expect(heard).toEqual([]);
  },
);

test('a key is at its end when it ends, and not as its last day begins', async () => {
  await hearing(deps, organization, 'key.expiring');
  await makeApiKey(deps, organization, 'scanner', new Date('2026-12-21T23:59:59Z'));
  const told = async () =>
    (await said('key.expiring')).map(({ title, severity, items: [item] }) => [
      ...[title, severity, item?.since ?? null, item?.until ?? null],
    ]);
  const on = 'The API key CI expires on 21 December 2026';
  const lookAt = async (...instants: readonly string[]) => {
    for (const instant of instants) {
      deps.clock.set(instant);
      await look();
    }
  };
  await lookAt('2026-12-20T12:00:00Z', '2026-12-21T00:00:00Z', '2026-12-21T23:59:58Z');
  expect(await told()).toEqual([
    [on, 'warning', null, '2026-12-21'],
    [on, 'warning', null, '2026-12-21'],
  ]);
  await lookAt('2026-12-22T00:00:10Z', '2026-12-22T00:30:10Z', '2026-12-25T00:00:00Z');
  expect((await told()).slice(2)).toEqual([
    ['The API key CI has expired', 'critical', '2026-12-21', null],
  ]);
  // One that ends within the day has ended on it.
  await makeApiKey(deps, organization, 'scanner', new Date('2026-12-28T00:05:00Z'));
  await lookAt('2026-12-27T00:00:00Z', '2026-12-28T00:30:00Z', '2026-12-29T00:00:00Z');
  expect((await told()).slice(4)).toEqual([
    ['The API key CI expires on 28 December 2026', 'critical', '2026-12-28', null],
  ]);
});

test('images that are deleted while they are denied are denied no more', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  const software = [{ product: 'Redis', cycle: '6', eol: '2026-11-01' }];
  const scan = { project: 'shop', image: 'api:1', software };
  const { image_tag_id: image } = await scanImage(deps, organization, scan);
  await look();
  expect(await titles('build.denied')).toEqual(['api:1 is denied']);
  const admin = await rest.as(organization, 'admin');
  expect((await admin('DELETE', `/image_tags/${image}`)).status).toBeLessThan(300);
  await look();
  const [, solved, ...others] = await said('build.denied');
  expect(others).toEqual([]);
  expect(solved).toMatchObject({
    title: 'No image is denied any more for Redis 6',
    items: [{ key: 'Redis/6/nobody', isSolved: true }],
  });
});

test('a notice that fails keeps no other from its turn, and counts', async () => {
  await hearing(deps, organization, 'key.expiring');
  await makeApiKey(deps, organization, 'scanner', new Date('2026-11-25T00:00:00Z'));
  const { signal } = new AbortController();
  expect(await tellAll(failingOnce(deps), signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('a notice could not be told');
  expect(await tellAll(deps, signal)).toEqual({ failed: 0 });
  expect(await titles('key.expiring')).toHaveLength(1);
});
