import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExportHandler } from '@/server/listener/export-handler';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { EXPORTS } from './exports';

let db: TestDatabase;
let deps: TestDeps;
let organization: OrganizationId;
let shop: string;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organization = await makeOrganization(deps, 'Acme');
  const software = [
    ...Array.from({ length: 40 }, (_, at) => ({
      ...{ product: `Product ${String(at)}`, cycle: '1', eol: `20${String(27 + (at % 5))}-03-31` },
    })),
    { product: 'Gone', cycle: '1', ended: true },
    { product: 'Undated', cycle: '2' },
  ];
  const scanned = await scanImage(deps, organization, { project: 'shop', image: 'a:1', software });
  shop = scanned.project_id;
  await callAs(deps, organization, 'member').supportPromise.set({
    id: shop,
    body: { promised_until: '2029-12-31', product_name: 'Acme Shop 4', note: 'In the data sheet' },
  });
});
afterAll(() => db.close());

async function get(path: string, key: string) {
  const handler = createExportHandler(deps, EXPORTS);
  const headers = { 'x-api-key': key };
  return handler(new Request(`http://127.0.0.1/export${path}`, { headers }));
}

test('the files are a document for either paper, and CSV and JSON of what is shown', async () => {
  const { key } = await makeApiKey(deps, organization, 'viewer');
  for (const paper of ['A4', 'LETTER']) {
    const answer = await get(`/projects/${shop}/outlives.pdf?paper=${paper}`, key);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const again = await get(`/projects/${shop}/outlives.pdf?paper=${paper}`, key);
    expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true);
    if (process.env.PAPERS) writeFileSync(`${process.env.PAPERS}/outlives-${paper}.pdf`, pdf);
  }
  const told = await callAs(deps, organization).supportPromise.outlives({ id: shop });
  const json = await get(`/projects/${shop}/outlives.json?show=earlier`, key);
  const rows: unknown = await json.json();
  expect(rows).toHaveLength(told.counts?.earlier ?? -1);
  expect(rows).toContainEqual(
    expect.objectContaining({ software: 'Gone', end_of_life: null, days_short: null }),
  );
  const csv = await (await get(`/projects/${shop}/outlives.csv`, key)).text();
  expect(csv.trim().split('\r\n')).toHaveLength(told.rows.length + 1);
  expect(csv).toContain('No known end,Undated,2,');
});

test('they are for those who may read promises, of their own organization', async () => {
  const scanner = await makeApiKey(deps, organization, 'scanner');
  const other = await makeApiKey(deps, await makeOrganization(deps), 'admin');
  for (const file of ['outlives.pdf', 'outlives.csv', 'outlives.json']) {
    expect((await get(`/projects/${shop}/${file}`, scanner.key)).status).toBe(403);
    expect((await get(`/projects/${shop}/${file}`, other.key)).status).toBe(404);
  }
});
