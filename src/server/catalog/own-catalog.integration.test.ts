import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { AnswerPart } from '@/server/platform/trpc/context';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let ours: OrganizationId;
let theirs: OrganizationId;
beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [importedProduct({ name: 'Node.js', slug: 'nodejs', cycles: [] })]);
});
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  [ours, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
});
afterAll(() => db.close());

const as = (id: OrganizationId, role: 'viewer' | 'member' | 'admin' = 'admin') =>
  callAs(deps, id, role).ownCatalog;
const trail = async () =>
  (await callAs(deps, ours, 'admin').audit.list({ action: 'own_catalog' })).items;

const FILE = `version: 1
products:
  - slug: design
    name: ACME Design
    category: framework
    reason: ours
    purls: ['pkg:npm/@acme/*']
    cycles:
      - name: '3'
        supportedUntil: 2020-01-31
  - slug: billing
    name: ACME Billing
    category: service
    reason: ours
    cycles: [{ name: '1', supportedUntil: 2030-01-31 }]
`;

it('is shown, applied as a whole, and leaves what was and what is', async () => {
  const dry = await as(ours).change({ body: FILE, dry_run: 'true' });
  expect(dry).toMatchObject({
    ...{ applied: false, same: 0 },
    changes: [
      { change: 'added', line: 3, slug: 'design' },
      { change: 'added', line: 11, slug: 'billing' },
    ],
  });
  expect((await as(ours).list({})).total).toBe(0);
  expect(await trail()).toEqual([]);

  expect(await as(ours).change({ body: FILE })).toMatchObject({ ...dry, applied: true });
  expect((await as(ours, 'viewer').list({ size: 1, page: 2 })).items).toMatchObject([
    { slug: 'design', reason: 'ours', set_by: 'CI' },
  ]);
  expect((await as(theirs).list({})).total).toBe(0);
  expect(await trail()).toMatchObject([
    {
      ...{ action: 'own_catalog.apply', before: { products: [] } },
      after: { products: [{ slug: 'design' }, { slug: 'billing' }] },
    },
  ]);

  const { file } = await as(ours, 'viewer').file({});
  expect(file).toContain('pkg:npm/@acme/*');
  expect(await as(ours).change({ body: file })).toEqual({ applied: false, changes: [], same: 2 });
  const { file: other } = await as(ours).file({ format: 'endoflife' });
  expect(await as(ours).change({ body: other })).toEqual({ applied: false, changes: [], same: 2 });
  expect(await trail()).toHaveLength(1);
});

it('keeps what a document does not name, unless it is asked to take it away', async () => {
  await as(ours).change({ body: FILE });
  const only = FILE.slice(0, FILE.indexOf('  - slug: billing')).replace('2020-01-31', '2021-01-31');
  const kept = await as(ours).change({ body: only });
  expect(kept.changes).toEqual([
    {
      ...{ change: 'changed', line: 3, slug: 'design', name: 'ACME Design' },
      fields: [{ field: 'cycle 3, supportedUntil', before: '2020-01-31', after: '2021-01-31' }],
    },
  ]);
  const gone = await as(ours).change({ body: only, remove_others: 'true' });
  expect(gone).toMatchObject({ same: 1, changes: [{ change: 'removed', slug: 'billing' }] });
  expect((await as(ours).list({})).items.map(({ slug }) => slug)).toEqual(['design']);
});

it.each([
  ['version: 1\nproducts: 3\n', /line 2, column 11/],
  [FILE.replace('ACME Billing', 'Acme DESIGN'), /line 11, .*goes by the name acme design/],
  [FILE.replace("name: '3'", 'name: 3'), /line 9, column 15/],
])('refuses a document as a whole: %#', async (body, message) => {
  const refused = await as(ours)
    .change({ body })
    .catch((error: unknown) => error);
  const { cause } = z
    .object({ cause: z.object({ faults: z.array(z.object({ msg: z.string() })) }) })
    .parse(refused);
  expect(cause.faults).toEqual([{ msg: expect.stringMatching(message) as string }]);
  expect((await as(ours).list({})).total).toBe(0);
});

it('finds what its patterns name in images that were there before', async () => {
  await scanImage(deps, ours, { image: 'shop:1', packages: ['pkg:npm/@acme/tokens@3.4.0'] });
  const held = async () =>
    (await callAs(deps, ours).software.list({})).items.map(({ productName, productCycle }) => [
      productName,
      productCycle,
    ]);
  expect(await held()).toEqual([]);
  await as(ours).change({ body: FILE });
  await rematchOrganization(deps, ours);
  expect(await held()).toEqual([['ACME Design', '3']]);
});

it('is answered anew where what it says of ends is another than on the day before', async () => {
  await as(ours).change({ body: FILE.replace('2020-01-31', '2026-12-31') });
  const ask = async (format: 'endoflife' | 'yaml', ifNoneMatch: string | null = null) => {
    const parts: AnswerPart[] = [];
    const answerWith = (part: AnswerPart) => void parts.push(part);
    const http = { ifNoneMatch, answerWith };
    const { file } = await callAs(deps, ours, 'viewer', http).ownCatalog.file({ format });
    const status = parts.find((part) => part.status !== undefined)?.status ?? 200;
    return { file, status, etag: parts.find(({ headers }) => headers)?.headers?.etag ?? null };
  };
  deps.clock.set('2026-12-30T23:59:59Z');
  const before = await ask('endoflife');
  expect(before.file).toMatch(/"isEol": false,\s*"eolFrom": "2026-12-31"/);
  deps.clock.set('2026-12-30T23:59:59.999Z');
  expect((await ask('endoflife', before.etag)).status).toBe(304);
  const yaml = await ask('yaml');
  deps.clock.set('2026-12-31T00:00:00Z');
  const after = await ask('endoflife', before.etag);
  expect(after).toMatchObject({ status: 200 });
  expect(after.file).toMatch(/"isEol": true,\s*"eolFrom": "2026-12-31"/);
  expect((await ask('endoflife', after.etag)).status).toBe(304);
  expect((await ask('yaml', yaml.etag)).status).toBe(304);
});

it('may be changed by admins alone', async () => {
  for (const role of ['viewer', 'member'] as const) {
    const refused = as(ours, role).change({ body: FILE, dry_run: 'true' });
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  expect((await as(ours, 'viewer').schema()).title).toBe('catalog.yaml');
});

it('takes an identifier as long as an index can hold it, and refuses a longer one', async () => {
  // Different characters, which no index makes shorter.
  const longest = String.fromCodePoint(...Array.from({ length: 682 }, (_, at) => 0x4e_00 + at));
  const body = { product: 'nodejs', kind: 'alias', reason: 'ours' } as const;
  expect(await as(ours).saveIdentifier({ body: { ...body, value: longest } })).toMatchObject({
    value: longest,
  });
  await expect(
    as(ours).saveIdentifier({ body: { ...body, value: `${longest}漢` } }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
