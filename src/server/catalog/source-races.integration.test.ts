import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { aheadOf } from '@/test/ahead-of';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { readDueSources } from './jobs';
import { lockOverlay } from './repository/locks';

let deps: TestDeps;
beforeAll(async () => {
  const asked = testDeps(await testDatabase());
  deps = { ...asked, outgoing: (_, { headers }) => Promise.resolve(answer(new Headers(headers))) };
});
afterAll(() => deps.db.close());

const CATALOG = `version: 1
products:
  - slug: billing
    name: ACME billing
    category: service
    reason: Of the group
    purls: ['pkg:npm/@acme/billing']
    cycles: [{ name: '1', supportedUntil: 2030-01-31 }]
`;
const etag = '"v1"';
const answer = (asked: Headers) =>
  asked.get('if-none-match') === etag
    ? new Response(null, { status: 304 })
    : new Response(CATALOG, { headers: { etag } });

it('is read again for a product that an own one made way for while it was read', async () => {
  const ours = await makeOrganization(deps);
  const { ownCatalog } = callAs(deps, ours, 'admin');
  const product = { slug: 'ours', name: 'Ours', category: 'app' as const, cycles: [] };
  await ownCatalog.save({
    body: { product: { ...product, purls: ['pkg:npm/%40acme/billing'] }, reason: 'Ours' },
  });
  await ownCatalog.createSource({
    body: { name: 'Group', url: 'https://example.com/catalog.yaml', rhythm: 'daily' },
  });
  const round = () => readDueSources(deps, new AbortController().signal);
  const first = await aheadOf(
    deps.db,
    async (tx) => {
      // As who deletes it does.
      await lockOverlay(ours, tx);
      await tx.query('DELETE FROM own_product WHERE organization_id = $1', [ours]);
      await tx.query('UPDATE own_catalog_source SET etag = NULL WHERE organization_id = $1', [
        ours,
      ]);
    },
    round,
  );
  expect(first).toEqual({ failed: 0 });
  deps.clock.advance(24 * 60 * 60_000);
  expect(await round()).toEqual({ failed: 0 });
  expect((await ownCatalog.list({})).items).toMatchObject([
    { slug: 'billing', source: { name: 'Group' } },
  ]);
  expect(await ownCatalog.sources()).toMatchObject([{ conflict_count: 0, last_fault: null }]);
});
