import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

const list = (organizationId: OrganizationId, input: object = {}) =>
  callAs(deps, organizationId).image.list(input);
const names = async (organizationId: OrganizationId, input: object = {}) =>
  (await list(organizationId, input)).items.map(({ name, tag }) => `${name}:${tag}`);

test('an image is shown with what it holds by class', async () => {
  const organization = await makeOrganization(deps);
  const scan = await scanImage(deps, organization, {
    project: 'github//acme/shop',
    image: 'registry.acme.example/shop/api:2.4.1',
    digest: 'sha256:abc',
    labels: { team: 'payments' },
    verified: true,
    software: [
      { product: 'Debian', eol: '2026-11-21' },
      { product: 'Node.js', eol: '2026-11-22' },
      { product: 'nginx', eol: '2027-11-21' },
      { product: 'Redis', eol: '2027-11-22' },
      { product: 'Express' },
      { product: 'Python', ended: true },
    ],
  });
  expect(await list(organization)).toEqual({
    items: [
      {
        id: scan.image_tag_id,
        name: 'registry.acme.example/shop/api',
        tag: '2.4.1',
        eol: { high: 2, med: 2, low: 1 },
        projectName: 'github//acme/shop',
        imageVerified: true,
        latestScanDate: '2026-11-21T12:00:00.000Z',
        digest: 'sha256:abc',
        labels: { team: 'payments' },
      },
    ],
    total: 1,
    page: 1,
    size: 50,
    pages: 1,
  });
});

test('images come by name and tag, page by page, and a page past the end is empty', async () => {
  const organization = await makeOrganization(deps);
  for (const image of ['b:2', 'a:1', 'B x', 'c:1']) await scanImage(deps, organization, { image });
  expect(await names(organization)).toEqual(['a:1', 'B x:latest', 'b:2', 'c:1']);
  expect(await names(organization, { page: 2, size: 3 })).toEqual(['c:1']);
  expect(await list(organization, { page: 3, size: 3 })).toEqual({
    items: [],
    total: 4,
    page: 3,
    size: 3,
    pages: 2,
  });
});

test('another organization sees nothing of it, and a deleted project is gone', async () => {
  const organization = await makeOrganization(deps);
  const scan = await scanImage(deps, organization, { image: 'a:1', project: 'one' });
  await scanImage(deps, organization, { image: 'b:1', project: 'two' });
  expect(await list(await makeOrganization(deps))).toMatchObject({ items: [], total: 0 });
  await callAs(deps, organization, 'admin').project.delete({ id: scan.project_id });
  expect(await names(organization)).toEqual(['b:1']);
});

describe('eol_filter', () => {
  const ends = {
    ended: '2026-08-31',
    tomorrow: '2026-09-01',
    'in six months': '2027-02-28',
    'past six months': '2027-03-01',
    'in twelve months': '2027-08-31',
    'past twelve months': '2027-09-01',
  };
  let organization: OrganizationId;

  beforeAll(async () => {
    deps.clock.set('2026-08-31T23:59:59Z');
    organization = await makeOrganization(deps);
    for (const [image, eol] of Object.entries(ends)) {
      await scanImage(deps, organization, { image, software: [{ product: image, eol }] });
    }
    await scanImage(deps, organization, { image: 'no end', software: [{ product: 'x' }] });
    await scanImage(deps, organization, {
      image: 'gone',
      software: [{ product: 'y', ended: true }],
    });
    await scanImage(deps, organization, { image: 'clean' });
  });
  afterAll(() => deps.clock.set('2026-11-21T12:00:00Z'));

  test.each([
    ['EOL', ['ended', 'gone']],
    ['EOL LESS THAN 6MO', ['in six months', 'tomorrow']],
    ['EOL LESS THAN 12MO', ['in six months', 'in twelve months', 'past six months', 'tomorrow']],
    ['EOL MORE THAN 12MO', ['past twelve months']],
  ])('%s', async (eol_filter, expected) => {
    const { items, total } = await list(organization, { eol_filter });
    expect(items.map(({ name }) => name)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test('All keeps every image', async () => {
    expect(await list(organization, { eol_filter: 'All' })).toMatchObject({ total: 9 });
  });
});

describe('label filter', () => {
  let organization: OrganizationId;
  beforeAll(async () => {
    organization = await makeOrganization(deps);
    await scanImage(deps, organization, { image: 'prod', labels: { env: 'prod' } });
    await scanImage(deps, organization, { image: 'stage', labels: { env: 'stage', team: 'a' } });
    await scanImage(deps, organization, { image: 'list', labels: { env: 'a, b' } });
    await scanImage(deps, organization, { image: 'other', labels: { team: 'prod' } });
    await scanImage(deps, organization, { image: 'plain' });
  });

  test.each([
    ['IN', 'prod', ['prod']],
    ['IN', ' stage ,prod', ['prod', 'stage']],
    ['IN', 'a, b', ['list']],
    ['IN', 'PROD', []],
    ['IN', "x' OR true --", []],
    ['NOT_IN', 'prod', ['list', 'other', 'plain', 'stage']],
    ['NOT_IN', 'prod, stage', ['list', 'other', 'plain']],
  ] as const)('%s %s', async (operator, value, expected) => {
    const found = await list(organization, { body: { key: 'env', operator, value } });
    expect(found.items.map(({ name }) => name)).toEqual(expected);
    expect(found.total).toBe(expected.length);
  });
});

describe('verified', () => {
  let organization: OrganizationId;
  beforeAll(async () => {
    organization = await makeOrganization(deps);
    await scanImage(deps, organization, { image: 'signed', verified: true });
    await scanImage(deps, organization, { image: 'unsigned' });
  });

  test('true and false, in any case', async () => {
    expect(await names(organization, { verified: 'TRUE' })).toEqual(['signed:latest']);
    expect(await names(organization, { verified: 'false' })).toEqual(['unsigned:latest']);
  });

  test('anything else is refused', async () => {
    await expect(list(organization, { verified: 'yes' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

describe('search', () => {
  test('finds name, tag and the full name, and takes % _ and quotes for what they are', async () => {
    const organization = await makeOrganization(deps);
    await scanImage(deps, organization, { image: 'nginx:1.25' });
    await scanImage(deps, organization, { image: '100%_"o\'k\\' });
    expect(await names(organization, { search: 'NGINX:1' })).toEqual(['nginx:1.25']);
    expect(await names(organization, { search: 'docker.io/library/nginx' })).toEqual([
      'nginx:1.25',
    ]);
    for (const search of ['%_', '"O\'', 'k\\']) {
      expect(await names(organization, { search })).toEqual(['100%_"o\'k\\:latest']);
    }
    expect(await names(organization, { search: '_nginx' })).toEqual([]);
  });

  test('the registry that a name leaves out is found by a path only', async () => {
    const organization = await makeOrganization(deps);
    for (const image of ['nginx', 'redis', 'ghcr.io/acme/library-of-things']) {
      await scanImage(deps, organization, { image });
    }
    expect(await names(organization, { search: 'library/n' })).toEqual(['nginx:latest']);
    expect(await names(organization, { search: 'library' })).toEqual([
      'ghcr.io/acme/library-of-things:latest',
    ]);
  });

  test('finds every name by each of its parts in any case', async () => {
    const name = fc
      .array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), {
        minLength: 1,
        maxLength: 20,
      })
      .filter((characters) => !characters.includes('\0'));
    const inCase = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
    );
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.nat(),
        fc.nat(),
        inCase,
        async (characters, from, length, change) => {
          const start = from % characters.length;
          const part = characters.slice(start, start + 1 + (length % characters.length)).join('');
          const organization = await makeOrganization(deps);
          const scan = await scanImage(deps, organization, { image: characters.join('') });
          const { items } = await list(organization, { search: change(part) });
          expect(items.map(({ id }) => id)).toEqual([scan.image_tag_id]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
