import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { type RestCall, RestClient } from '@/test/rest-client';

let deps: TestDeps;
let organizationId: OrganizationId;
let viewer: RestCall;

const node = (until: string) =>
  importedProduct({
    name: 'Node.js',
    slug: 'nodejs',
    purls: ['pkg:npm/node'],
    cycles: [
      { name: '22', supportedUntil: until, releasedOn: '2024-04-24' },
      { name: '20', activeUntil: '2024-10-22', supportedUntil: '2026-04-30' },
    ],
  });
const express = importedProduct({
  name: 'Express',
  purls: ['pkg:npm/express'],
  cycles: [{ name: '4', supportedUntil: true }],
});

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-01T12:00:00Z');
  organizationId = await makeOrganization(deps);
  viewer = await new RestClient(deps).as(organizationId, 'viewer');
});
afterAll(() => deps.db.close());

interface Cle {
  readonly events: readonly { readonly id: number; readonly type: string }[];
}
const cle = async (slug: string) => {
  const { status, body } = await viewer('GET', `/catalog/products/${slug}/cle`);
  expect(status).toBe(200);
  return (body as Cle).events; // held against the document
};

test('a date that the catalog changes is withdrawn and told anew, and what was told stays', async () => {
  await withCatalog(deps, [node('2027-04-30'), express]);
  const before = await cle('nodejs');
  expect(before).toMatchObject([{ id: 3 }, { id: 2 }, { id: 1 }]);
  deps.clock.set('2026-11-10T12:00:00Z');
  await withCatalog(deps, [node('2027-10-31'), express]);
  const after = await cle('nodejs');
  expect(after.slice(2)).toEqual(before);
  expect(after.slice(0, 2)).toMatchObject([
    { id: 5, type: 'endOfSupport', effective: '2027-10-31T00:00:00Z' },
    { id: 4, type: 'withdrawn', published: '2026-11-10T12:00:00.000Z' },
  ]);
  expect(await cle('express')).toEqual([]);
});

test('release cycles in OpenEoX are as the organization sees them', async () => {
  await callAs(deps, organizationId, 'admin').catalog.setOverride({
    ...{ product: 'Node.js', cycle: '22', ends_on: '2029-12-31', reason: 'We build it' },
  });
  const { body } = await viewer('GET', '/catalog/products/nodejs/openeox?cycle=22');
  expect(body).toMatchObject({
    ...{ end_of_life: '2029-12-31T00:00:00Z', end_of_security_support: '2029-12-31T00:00:00Z' },
    general_availability: '2024-04-24T00:00:00Z',
  });
  const all = await viewer('GET', '/catalog/products/nodejs/openeox');
  expect(all.body).toMatchObject({
    statements: [
      { product: { product_name: 'Node.js', product_version: '22' } },
      { product: { product_version: '20' } },
    ],
  });
});

test.each([
  ['/catalog/products/nothing/cle'],
  ['/catalog/products/nothing/openeox'],
  ['/catalog/products/nodejs/openeox?cycle=1'],
  ['/catalog/products/express/openeox?cycle=4'],
])('there is no %s', async (path) => {
  expect((await viewer('GET', path)).status).toBe(404);
});

test('a product of one’s own has no history, and its cycles in OpenEoX', async () => {
  const admin = await new RestClient(deps).as(organizationId, 'admin');
  const at = '2026-11-01T00:00:00Z';
  const document = {
    ...{ $schema: 'https://example.com/cle.json', identifier: 'pkg:pypi/our-tool', updatedAt: at },
    events: [
      {
        ...{ id: 1, type: 'endOfSupport', effective: '2027-03-31T00:00:00Z', published: at },
        ...{ versions: [{ range: 'vers:pypi/>=1.0|<1.1' }], supportId: 'standard' },
      },
    ],
  };
  expect((await admin('PUT', '/own_catalog', JSON.stringify(document))).status).toBe(200);
  expect((await viewer('GET', '/catalog/products/our-tool/cle')).status).toBe(404);
  const { body } = await viewer('GET', '/catalog/products/our-tool/openeox?cycle=1.0');
  expect(body).toMatchObject({ end_of_life: '2027-03-31T00:00:00Z' });
});
