import { withQuery } from '@/test/with-query';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { createTestDatabase, type TestDatabaseAddress, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { callAs } from '@/test/callers';
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
  await db.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'eventide_catalog'",
  );
  await withCatalog(deps, [product('2029-04-30')]);
  await vi.waitFor(
    () => expect(endIn(other.current().products[0] ?? null)).toBe('2029-04-30'),
    5_000,
  );
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
