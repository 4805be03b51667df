import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { manualClock, type ManualClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { type RegistryServer, startRegistryServer } from '@/test/registry-server';
import { manualDelay } from '@/test/time';
import { createGathering } from './service/gather';
import { gatheringOf } from './service/progress';

let db: TestDatabase;
let deps: TestDeps;
let registry: RegistryServer;
let clock: ManualClock;
let logged = '';

beforeAll(async () => {
  registry = await startRegistryServer();
});
// Rounds go through all organizations, and one test has the database refuse what it would keep.
beforeEach(async () => {
  db = await testDatabase({ as: 'owner' });
  deps = testDeps(db);
  clock = manualClock('2026-11-21T12:00:00Z');
  logged = '';
  registry.asked.length = 0;
  registry.routes.clear();
});
afterEach(() => db.close());
afterAll(() => registry.close());

const round = () => {
  const ecosystems = ['npm', 'cargo', 'gem', 'composer', 'pypi', 'golang'];
  const registryUrls = Object.fromEntries(
    ecosystems.map((name) => [name, `${registry.url}/${name}`]),
  );
  const logger = createLogger('trace', { write: (line) => (logged += line) });
  return createGathering(
    { db, clock, logger },
    {
      env: { registryUrls, registryRequestsPerHour: 100_000 },
      ...{ fetch: globalThis.fetch, delay: manualDelay().delay, tell: () => Promise.resolve() },
    },
  ).round(new AbortController().signal);
};

async function evidenceOf(organizationId: OrganizationId, imageTagId: string) {
  const image = { imageTagId, size: 100 };
  const { items } = await callAs(deps, organizationId).image.components(image);
  return Object.fromEntries(items.map(({ purl, evidence }) => [purl, evidence]));
}

async function held(packages: readonly string[]) {
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, { packages });
  return {
    organizationId,
    evidence: () => evidenceOf(organizationId, imageTagId),
  };
}

const AT = '2020-01-01T00:00:00Z';
const OLD = 'pkg:npm/old@1.0.0';
beforeEach(() => {
  registry.routes.set('/npm/old', { versions: { '1.0.0': { deprecated: 'use newer' } }, time: {} });
  registry.routes.set('/golang/example.org/it/@v/list', 'v1.0.0\n');
  registry.routes.set('/golang/example.org/it/@v/v1.0.0.info', { Version: 'v1.0.0', Time: AT });
});

test.each<[string, string, object | string, string]>([
  [
    'npm, a deprecated version with NUL',
    '/npm/bad',
    { versions: { '1.0.0\0': { deprecated: 'x' } }, time: {} },
    'pkg:npm/bad@1.0.0',
  ],
  [
    'npm, one with half a character',
    '/npm/bad',
    { versions: { '1.0.0\ud800': { deprecated: 'x' } }, time: {} },
    'pkg:npm/bad@1.0.0',
  ],
  [
    'npm, the newest of a line',
    '/npm/bad',
    { versions: { '1.0.0\0': {} }, time: { '1.0.0\0': AT } },
    'pkg:npm/bad@1.0.0',
  ],
  [
    'cargo',
    '/cargo/it/hi/ithing',
    String.raw`{"vers":"0.1.0\u0000","yanked":true}`,
    'pkg:cargo/ithing@0.1.0',
  ],
  [
    'gem',
    '/gem/api/v1/versions/bad.json',
    [{ number: '1.0.0\0', created_at: AT }],
    'pkg:gem/bad@1.0.0',
  ],
  [
    'composer',
    '/composer/p2/acme/bad.json',
    { packages: { 'acme/bad': [{ version: '1.0.0\0', time: AT }] } },
    'pkg:composer/acme/bad@1.0.0',
  ],
  [
    'pypi',
    '/pypi/simple/bad/',
    { files: [{ filename: 'bad-1.0\0.tar.gz', 'upload-time': AT }] },
    'pkg:pypi/bad@1.0',
  ],
  [
    'golang, the next major',
    '/golang/example.org/it/v2/@latest',
    { Version: 'v2.0.0\0', Time: AT },
    'pkg:golang/example.org/it@v1.0.0',
  ],
])('a version that cannot be stored is passed over: %s', async (_, path, answer, purl) => {
  registry.routes.set(path, answer);
  const { organizationId, evidence } = await held([purl, OLD]);
  await round();
  expect(await evidence()).toEqual({ [purl]: 'unknown', [OLD]: 'registry' });
  expect(await gatheringOf({ db }, organizationId)).toMatchObject({ packages: 2, known: 2 });
  expect(logged).not.toContain('no usable answer');
});

/** Has the database refuse the facts of one package, with a state. */
async function refusing(state: string) {
  await db.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.facts::text like '%unkeepable%' then raise exception 'refused' using errcode = '${state}'; end if;
    return new;
  end $$`);
  await db.query(
    'create trigger refuse before insert or update on registry_package for each row execute function refuse()',
  );
  const versions = { '1.0.0': { deprecated: 'unkeepable' } };
  registry.routes.set('/npm/bad', { versions, time: {} });
}
const BAD = 'pkg:npm/bad@1.0.0';

test('a package whose facts cannot be kept ends no round, and is asked about again in an hour', async () => {
  await refusing('22021');
  const { organizationId, evidence } = await held([BAD, OLD]);
  await round();
  expect(await evidence()).toEqual({ [BAD]: 'unknown', [OLD]: 'registry' });
  expect(await gatheringOf({ db }, organizationId)).toMatchObject({ packages: 2, known: 1 });
  expect(logged).toContain('"ecosystem":"npm","failure":"facts that cannot be kept"');
  expect(logged).not.toContain('unkeepable');
  const asked = registry.asked.length;
  await round();
  expect(registry.asked).toHaveLength(asked);
  clock.advance(3_600_000);
  await round();
  expect(registry.asked).toHaveLength(asked + 1);
});

test('a database that has no room left ends the round', async () => {
  await refusing('53100');
  await held([BAD, OLD]);
  await expect(round()).rejects.toMatchObject({ code: 'unavailable' });
});
