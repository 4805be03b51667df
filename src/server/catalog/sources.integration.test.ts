import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { failingOnce } from '@/test/failing';
import { readDueSources } from './jobs';

const KEY = 'evt_a_key_that_is_never_shown';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let db: TestDatabase;
let deps: TestDeps;
let server: Server;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const requests: IncomingMessage[] = [];
let ours: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db, { OUTGOING_ALLOW: '127.0.0.1' });
  await withCatalog(deps, [importedProduct({ name: 'Node.js', slug: 'nodejs', cycles: [] })]);
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${String(port)}/catalog.yaml`;
});
beforeEach(async () => {
  await db.query('DELETE FROM own_catalog_source');
  ours = await makeOrganization(deps);
  requests.length = 0;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await db.close();
});

const as = (role: 'viewer' | 'admin' = 'admin', id = ours) => callAs(deps, id, role).ownCatalog;
const round = () => readDueSources(deps, new AbortController().signal);
const products = async () =>
  (await as().list({})).items.map(({ slug, source }) => [slug, source?.name ?? null]);
const trail = async (action: string) =>
  (await callAs(deps, ours, 'admin').audit.list({ action })).items;

function serve(text: string, etag = `"${String(text.length)}"`): void {
  answer = (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(text);
  };
}

const product = (slug: string, end: string, more = '') => `  - slug: ${slug}
    name: ACME ${slug}
    category: service
    reason: Of the group
    ${more}
    cycles: [{ name: '1', supportedUntil: ${end} }]
`;
const fileOf = (...all: string[]) =>
  `version: 1\nproducts:${all.length === 0 ? ' []' : `\n${all.join('')}`}\n`;
const BILLING = product('billing', '2030-01-31', `purls: ['pkg:npm/@acme/billing']`);
const DESIGN = product('design', '2020-01-31');

const settings = (more: object = {}) => ({
  body: { name: 'Group', url, api_key: KEY, rhythm: 'daily' as const, ...more },
});
const only = async () => {
  const [one] = await as().sources();
  if (!one) throw new Error('there is none');
  return one;
};

describe('a catalog of others', () => {
  it('is read: its products come, change and go, and carry where they are from', async () => {
    serve(fileOf(BILLING, DESIGN));
    const created = await as().createSource(settings());
    expect(created).toMatchObject({ has_key: true, products: 0, last_success_at: null });
    await round();
    expect(requests[0]?.headers).toMatchObject({ authorization: `ApiKey ${KEY}` });
    expect(await products()).toEqual([
      ['billing', 'Group'],
      ['design', 'Group'],
    ]);
    const view = await deps.catalog.forOrganization(ours);
    expect(view.match({ kind: 'purl', purl: 'pkg:npm/%40acme/billing@1.2.3' })).toMatchObject({
      ...{ found: true, product: { slug: 'billing' }, cycle: { name: '1' } },
    });
    expect(await only()).toMatchObject({
      ...{ products: 2, failing: false, last_fault: null, conflicts: [] },
      next_read_at: new Date(deps.clock.now().getTime() + DAY_MS).toISOString(),
    });
    // What is read is in no file of the organization's own, so that two installations do not feed each other.
    expect((await as('viewer').file({})).file).toContain('products: []');

    serve(fileOf(product('billing', '2031-12-31')));
    await round();
    expect(requests).toHaveLength(1);
    deps.clock.advance(DAY_MS);
    await round();
    expect(await products()).toEqual([['billing', 'Group']]);
    expect(await trail('catalog_source.apply')).toMatchObject([
      {
        ...{
          actor_kind: 'server',
          before: { products: [{ slug: 'billing' }, { slug: 'design' }] },
        },
        after: { source: 'Group', products: [{ slug: 'billing' }] },
      },
      { before: { products: [] } },
    ]);
    expect(JSON.stringify([await trail('catalog_source'), await as().sources()])).not.toContain(
      KEY,
    );
    expect(deps.logged()).not.toContain(KEY);
    const [row] = await db.query('SELECT * FROM own_catalog_source');
    expect(JSON.stringify(row)).not.toContain(KEY);
  });

  it('is read when the clock was ahead at the last reading', async () => {
    serve(fileOf(BILLING));
    await as().createSource(settings());
    const now = deps.clock.now();
    deps.clock.advance(30 * DAY_MS);
    await round();
    deps.clock.set(now);
    await round();
    await round();
    expect(requests).toHaveLength(2);
  });

  it('asks whether it has changed, and reads it in full once something of its own has', async () => {
    serve(fileOf(BILLING), '"v1"');
    await as().createSource(settings({ rhythm: 'manual' }));
    await round();
    const { id, next_read_at: next } = await only();
    expect(next).toBeNull();
    await as().readSource({ id });
    await round();
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
    expect(await trail('catalog_source.apply')).toHaveLength(1);
    await as().save({
      body: {
        product: { slug: 'own', name: 'Own', category: 'app', cycles: [] },
        reason: 'Ours',
      },
    });
    await as().readSource({ id });
    await round();
    expect(requests[2]?.headers['if-none-match']).toBeUndefined();
  });

  it('never takes the place of an entry of its own: that one wins, at once and later', async () => {
    const own = (await as().save({
      body: {
        product: {
          ...{ slug: 'ours', name: 'Ours', category: 'app', cycles: [] },
          purls: ['pkg:npm/%40acme/billing'],
        },
        reason: 'Ours',
      },
    })) as { id: string };
    serve(fileOf(BILLING, DESIGN));
    await as().createSource(settings());
    await round();
    expect(await products()).toEqual([
      ['design', 'Group'],
      ['ours', null],
    ]);
    const why = 'Ours of your own has pkg:npm/@acme/billing';
    expect(await only()).toMatchObject({
      conflicts: [{ slug: 'billing', name: 'ACME billing', why }],
      conflict_count: 1,
    });

    const design = { slug: 'design', name: 'Design', category: 'app' as const, cycles: [] };
    await as().save({ body: { product: design, reason: 'Ours' } });
    expect(await products()).toEqual([
      ['design', null],
      ['ours', null],
    ]);
    await as().delete({ id: own.id });
    deps.clock.advance(DAY_MS);
    await round();
    expect(await products()).toEqual([
      ['billing', 'Group'],
      ['design', null],
    ]);
    expect((await only()).conflicts).toMatchObject([{ slug: 'design' }]);
    // By a file too.
    const file = fileOf(
      product('billing-of-ours', '2029-01-31', `purls: ['pkg:npm/@acme/billing']`),
    );
    await as().change({ body: file });
    expect(await products()).toEqual([
      ['billing-of-ours', null],
      ['design', null],
    ]);
    expect((await trail('own_catalog.apply'))[0]).toMatchObject({
      after: { displaced: [{ slug: 'billing', from: 'Group' }] },
    });
  });

  it('is left out where another catalog of others was first', async () => {
    serve(fileOf(BILLING));
    await as().createSource(settings());
    await round();
    await as().createSource(settings({ name: 'Other', api_key: null }));
    await round();
    expect(requests[1]?.headers.authorization).toBeUndefined();
    const [, other] = await as().sources();
    expect(other).toMatchObject({
      products: 0,
      conflicts: [{ why: 'ACME billing from Group has the name acme billing' }],
    });
  });

  it.each([
    ['another status', (_: unknown, to: ServerResponse) => to.writeHead(401).end(), 'status 401'],
    [
      'what is no catalog',
      (_: unknown, to: ServerResponse) => to.end('<html></html>'),
      'The document is refused: ',
    ],
    [
      'a form of parts alone',
      (_: unknown, to: ServerResponse) => to.end('[{"product":"billing","cycle":"1"}]'),
      'is neither catalog.yaml nor the form of version 1',
    ],
    [
      'too much',
      (_: unknown, to: ServerResponse) => to.end('#'.repeat(1_048_577)),
      'more than 1048576 bytes',
    ],
    [
      'a key with NUL twice',
      (_: unknown, to: ServerResponse) => to.end(String.raw`{"a\u0000": 1, "a\u0000": 2}`),
      'The key a\u{fffd} stands twice',
    ],
    [
      'NUL where the parser quotes it',
      (_: unknown, to: ServerResponse) => to.end('%FOO\0 bar\n---\n'),
      '\u{fffd}',
    ],
    [
      'bytes that are no text',
      (_: unknown, to: ServerResponse) => to.end(Buffer.from([0xff, 0xfe, 0x00])),
      'it is not UTF-8',
    ],
    [
      'nothing any more',
      (_: unknown, to: ServerResponse) => to.end(fileOf()),
      'those that are there stay',
    ],
    [
      'a way to another host',
      (_: unknown, to: ServerResponse) =>
        to.writeHead(302, { location: 'http://127.0.0.2:9/' }).end(),
      'redirects to another origin',
    ],
  ])('that answers %s changes nothing, and says so', async (_case, wrong, fault) => {
    serve(fileOf(BILLING));
    await as().createSource(settings());
    await round();
    const read = (await only()).last_success_at;
    answer = wrong;
    deps.clock.advance(DAY_MS);
    await round();
    expect(await products()).toEqual([['billing', 'Group']]);
    expect(await only()).toMatchObject({
      ...{ failing: true, last_success_at: read, last_fault: expect.stringContaining(fault) },
      next_read_at: new Date(deps.clock.now().getTime() + 15 * MINUTE_MS).toISOString(),
    });
    // What went wrong is kept once it is right again.
    serve(fileOf(BILLING));
    deps.clock.advance(15 * MINUTE_MS);
    await round();
    expect(await only()).toMatchObject({
      ...{ failing: false, last_fault: expect.stringContaining(fault) },
    });
  });

  it('shows what it would bring before anything is stored', async () => {
    serve(fileOf(BILLING, DESIGN));
    const preview = await as().previewSource({ body: { url, api_key: KEY } });
    expect(preview).toMatchObject({
      ...{ fault: null, same: 0, conflicts: [] },
      changes: [
        { change: 'added', slug: 'billing' },
        { change: 'added', slug: 'design' },
      ],
    });
    expect(await products()).toEqual([]);
    await as().createSource(settings());
    await round();
    const { id } = await only();
    serve(fileOf(product('billing', '2031-12-31')));
    expect(await as().previewSource({ body: { id, url } })).toMatchObject({
      changes: [
        {
          change: 'changed',
          fields: expect.arrayContaining([
            { field: 'cycle 1, supportedUntil', before: '2030-01-31', after: '2031-12-31' },
          ]),
        },
        { change: 'removed', slug: 'design' },
      ],
    });
    expect(requests.at(-1)?.headers.authorization).toBe(`ApiKey ${KEY}`);
    const elsewhere = url.replace('127.0.0.1', 'localhost');
    await expect(as().previewSource({ body: { id, url: elsewhere } })).rejects.toMatchObject({
      cause: { faults: [{ loc: ['body', 'api_key'] }] },
    });
    expect(
      await as().previewSource({ body: { url: 'http://10.0.0.1:1/', api_key: null } }),
    ).toMatchObject({ fault: expect.stringContaining('OUTGOING_ALLOW') });
  });

  it('is changed with its key for its own address alone, and ends with or without its products', async () => {
    serve(fileOf(BILLING, DESIGN));
    const { id } = await as().createSource(settings());
    await round();
    const elsewhere = url.replace('catalog.yaml', 'other.yaml');
    await expect(
      as().updateSource({ id, body: { name: 'Group', url: elsewhere, rhythm: 'weekly' } }),
    ).rejects.toMatchObject({ cause: { faults: [{ loc: ['body', 'api_key'] }] } });
    const body = { name: 'The group', url, rhythm: 'weekly' as const };
    expect(await as().updateSource({ id, body })).toMatchObject({
      name: 'The group',
      has_key: true,
    });
    expect(await products()).toContainEqual(['billing', 'The group']);
    const [item] = (await as().list({})).items;
    await expect(as().delete({ id: item?.id ?? '' })).rejects.toThrow('It comes from The group');
    await as().updateSource({ id, body: { ...body, api_key: null } });
    await round();
    expect(requests.at(-1)?.headers.authorization).toBeUndefined();
    await as().deleteSource({ id, keep_products: 'true' });
    expect(await products()).toEqual([
      ['billing', null],
      ['design', null],
    ]);
    expect(await as().sources()).toEqual([]);

    await as().change({ body: fileOf(), remove_others: 'true' });
    const again = await as().createSource(settings());
    await round();
    expect(await products()).toHaveLength(2);
    await as().deleteSource({ id: again.id });
    expect(await products()).toEqual([]);
  });

  it('is of one organization, by one name, and of ten at most', async () => {
    serve(fileOf(BILLING));
    const { id } = await as().createSource(settings());
    const theirs = await makeOrganization(deps);
    for (const call of [
      () => as('admin', theirs).readSource({ id }),
      () => as('admin', theirs).deleteSource({ id }),
      () => as('admin', theirs).updateSource({ id, ...settings() }),
      () => as('admin', theirs).previewSource({ body: { id, url } }),
    ]) {
      await expect(call()).rejects.toThrow('Catalog not found');
    }
    expect(await as('admin', theirs).sources()).toEqual([]);
    await expect(as().createSource(settings())).rejects.toThrow('of the name Group already');
    for (let number = 2; number <= 10; number += 1) {
      await as().createSource(settings({ name: `Group ${String(number)}` }));
    }
    await expect(as().createSource(settings({ name: 'One more' }))).rejects.toThrow('at most 10');
  });
});

it('counts as failed where the fault is of this service, and says so in the log', async () => {
  serve(fileOf(BILLING));
  await as().createSource(settings());
  const { signal } = new AbortController();
  expect(await readDueSources(failingOnce(deps), signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('a catalog of others was not read');
  expect(await only()).toMatchObject({
    ...{ failing: true, last_fault: 'This service failed; its log says more' },
  });
  // It waits for its next turn: a look meanwhile is no success that would hide it.
  expect(await round()).toBeNull();
  deps.clock.advance(DAY_MS);
  expect(await round()).toEqual({ failed: 0 });
  expect(await products()).toEqual([['billing', 'Group']]);
});
