import { collectGarbage } from '@/test/collect-garbage';
import { withQuery } from '@/test/with-query';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { createTestDatabase, type TestDatabaseAddress, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { callAs } from '@/test/callers';
import { bumpOverlay, findOverlayVersion } from '../repository/overlay';
import { createCatalogStore, type CatalogStore } from './store';

let address: TestDatabaseAddress;
let db: TestDatabase;
let deps: TestDeps;
const stores: CatalogStore[] = [];

beforeAll(async () => {
  address = await createTestDatabase();
  db = withQuery(
    openDatabase({ connection: { connectionString: address.appConnectionString }, poolSize: 4 }),
  );
  deps = testDeps(db);
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.stop()));
});
afterAll(async () => {
  await db.close();
  await address.drop();
});

/** Makes the catalog of another process on the same database. */
async function otherStore(): Promise<CatalogStore> {
  const store = createCatalogStore(db, deps.logger, deps.clock);
  stores.push(store);
  await store.start();
  await vi.waitFor(async () => {
    const rows = await db.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'eventide_catalog'",
    );
    expect(rows.length).toBeGreaterThan(0);
  });
  return store;
}

const product = (until: string) =>
  importedProduct({ name: 'Node.js', cycles: [{ name: '20', supportedUntil: until }] });
const endIn = (
  found: { cycles: readonly { support: readonly { endsOn: string | null }[] }[] } | null,
) => found?.cycles[0]?.support[0]?.endsOn;

it('is reloaded in other processes when it changes', async () => {
  await withCatalog(deps, [product('2026-04-30')]);
  const other = await otherStore();
  const heard = vi.fn();
  other.onChange(heard);
  expect(endIn(other.current().products[0] ?? null)).toBe('2026-04-30');
  await withCatalog(deps, [product('2027-04-30')]);
  await vi.waitFor(() => {
    expect(other.current().revision).toBe(deps.catalog.current().revision);
  });
  expect(endIn(other.current().products[0] ?? null)).toBe('2027-04-30');
  expect(heard).toHaveBeenCalledWith({ kind: 'catalog' });
});

it('listens again after its connection was lost', async () => {
  const other = await otherStore();
  await cutOffListeners();
  await withCatalog(deps, [product('2029-04-30')]);
  await vi.waitFor(
    () => expect(endIn(other.current().products[0] ?? null)).toBe('2029-04-30'),
    5_000,
  );
});

/** Has processes lose the connections that they hear of changes by; they look for changes once they have others. */
const cutOffListeners = () =>
  db.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'eventide_catalog'",
  );

it('is read anew where a standby that lost the last change has given its number again', async () => {
  await withCatalog(deps, [product('2026-04-30')]);
  const other = await otherStore();
  const { revision } = other.current();
  // What came to be instead, of which nobody was told who listened to the former server.
  const [{ id } = { id: null }] = await db.query<{ id: string }>(
    'DELETE FROM catalog_revision WHERE number = $1 RETURNING id',
    [revision],
  );
  await db.query(
    `INSERT INTO catalog_revision (id, number, source, trigger, started_at, detail)
     VALUES (gen_random_uuid(), $1, 'test', 'command', now(), '{}')`,
    [revision],
  );
  await db.query("UPDATE catalog_lifecycle SET ends_on = '2031-04-30'");
  await cutOffListeners();
  await vi.waitFor(
    () => expect(endIn(other.current().products[0] ?? null)).toBe('2031-04-30'),
    5_000,
  );
  expect(other.current()).toMatchObject({ revision });
  expect(other.current().revisionId).not.toBe(id);
});

it('shows the date that was entered again where a standby had lost the one before', async () => {
  await withCatalog(deps, [product('2026-04-30')]);
  const organizationId = await makeOrganization(deps);
  const other = await otherStore();
  const seen = async () => {
    const view = await other.forOrganization(organizationId);
    return { endsOn: endIn(view.productNamed('Node.js')), key: view.key };
  };
  const date = { product: 'node.js', cycle: '20', ends_on: '2030-01-01', reason: 'contract' };
  await callAs(deps, organizationId, 'admin').catalog.setOverride(date);
  await vi.waitFor(async () => expect(await seen()).toMatchObject({ endsOn: '2030-01-01' }));
  const lost = await seen();
  // As another process has entered it at the server that takes changes now; nobody was told who listened to the former one.
  await db.query('DELETE FROM catalog_overlay WHERE organization_id = $1', [organizationId]);
  await db.query("UPDATE lifecycle_override SET eol_on = '2032-01-01' WHERE organization_id = $1", [
    organizationId,
  ]);
  await bumpOverlay(organizationId, db);
  await cutOffListeners();
  await vi.waitFor(async () => expect(await seen()).toMatchObject({ endsOn: '2032-01-01' }), 5_000);
  expect((await seen()).key).not.toBe(lost.key);
});

it('gives an overlay another number with each change', async () => {
  const organizationId = await makeOrganization(deps);
  const numbers: number[] = [];
  for (let change = 0; change < 3; change += 1) {
    await bumpOverlay(organizationId, db);
    numbers.push(await findOverlayVersion(organizationId, db));
  }
  expect(new Set(numbers).size).toBe(3);
  expect(numbers).not.toContain(0);
});

it('shows an organization’s own date in every process, and to nobody else', async () => {
  await withCatalog(deps, [product('2026-04-30')]);
  const [ours, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
  const other = await otherStore();
  const seen = async (store: CatalogStore, id: typeof ours) =>
    endIn((await store.forOrganization(id)).productNamed('Node.js'));
  expect(await seen(other, ours)).toBe('2026-04-30');
  const keyBefore = (await other.forOrganization(ours)).key;

  const admin = callAs(deps, ours, 'admin').catalog;
  const date = { product: 'node.js', cycle: '20', ends_on: '2030-01-01', reason: 'contract' };
  const { id } = await admin.setOverride(date);
  expect(await seen(deps.catalog, ours)).toBe('2030-01-01');
  await vi.waitFor(async () => expect(await seen(other, ours)).toBe('2030-01-01'));
  expect((await other.forOrganization(ours)).key).not.toBe(keyBefore);
  expect(await seen(deps.catalog, theirs)).toBe('2026-04-30');
  expect(await seen(other, theirs)).toBe('2026-04-30');

  await admin.clearOverride({ id });
  expect(await seen(deps.catalog, ours)).toBe('2026-04-30');
  await vi.waitFor(async () => expect(await seen(other, ours)).toBe('2026-04-30'));
});

it('asks the database nothing for an organization that it knows', async () => {
  const organizationId = await makeOrganization(deps);
  await deps.catalog.forOrganization(organizationId);
  const query = vi.spyOn(db, 'query');
  await deps.catalog.forOrganization(organizationId);
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

it('holds the views of so many organizations, and those that were asked for last', async () => {
  const store = createCatalogStore(db, deps.logger, deps.clock, 2);
  stores.push(store);
  const [first, second, third] = [
    await makeOrganization(deps),
    await makeOrganization(deps),
    await makeOrganization(deps),
  ];
  const asked = await store.forOrganization(first);
  const longest = await store.forOrganization(second);
  expect(await store.forOrganization(first)).toBe(asked);
  await store.forOrganization(third);
  expect(await store.forOrganization(first)).toBe(asked);
  const again = await store.forOrganization(second);
  expect(again).not.toBe(longest);
  expect(again.key).toBe(longest.key);
});

it('keeps no catalog that is no longer in use for an organization that asks seldom', async () => {
  await withCatalog(deps, [product('2026-04-30')]);
  const store = createCatalogStore(db, deps.logger, deps.clock);
  stores.push(store);
  await store.refresh();
  const organizationId = await makeOrganization(deps);
  await store.forOrganization(organizationId);
  const before = new WeakRef(store.current());
  await withCatalog(deps, [product('2027-04-30')]);
  await store.refresh();
  expect(endIn(store.current().products[0] ?? null)).toBe('2027-04-30');
  await collectGarbage();
  expect(before.deref()).toBeUndefined();
});

it('finds the keys of catalogs without reading them', async () => {
  const store = createCatalogStore(db, deps.logger, deps.clock);
  stores.push(store);
  await store.refresh();
  const [plain, own] = [await makeOrganization(deps), await makeOrganization(deps)];
  await deps.db.transaction((tx) => bumpOverlay(own, tx));
  const keys = await store.keysOf([plain, own]);
  expect(keys.get(plain)).not.toBe(keys.get(own));
  for (const id of [plain, own]) expect(keys.get(id)).toBe((await store.forOrganization(id)).key);
});
