import { afterAll, beforeAll, expect, it } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { parseDay } from '@/domain/eol/calendar';
import { setOverride } from '@/server/catalog/service/overrides';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { loadStarter } from '@/server/catalog/service/starter';
import { makeActor, makeOrganization } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { openArchive } from '@/test/files';
import { searchByPurl } from '@/test/scanner-search';
import { scannerDatabases } from './service/feed';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await loadStarter(deps);
  await deps.catalog.refresh();
});
afterAll(() => db.close());

async function search(purl: string, version: string) {
  const databases = scannerDatabases(deps);
  const { name } = await databases.newest();
  const archive = await databases.archive(name);
  const { database } = await openArchive(archive?.content ?? new Uint8Array());
  return searchByPurl(database, `${purl}@${version}`, version);
}

it('holds what all organizations share, and nothing that one of them added for itself', async () => {
  const organizationId = await makeOrganization(deps);
  const actor = await makeActor(deps, organizationId, 'admin');
  const before = await search('pkg:generic/node', '20.1.0');
  const product = starterProduct.parse({
    slug: 'secret-portal',
    name: 'Secret portal',
    category: 'app',
    purls: ['pkg:npm/secret-portal'],
    cycles: [{ name: '1', supportedUntil: '2020-01-01' }],
  });
  await saveOwnProduct(deps, actor, { product, reason: 'ours' });
  const endsOn = parseDay('2031-01-01');
  if (!endsOn) throw new Error('a day that is one');
  await setOverride(deps, actor, { product: 'Node.js', cycle: '20', endsOn, reason: 'paid for' });
  const own = await deps.catalog.forOrganization(organizationId);
  expect(own.productNamed('Secret portal')).not.toBeNull();

  // A new day, so that it is built after what was added.
  deps.clock.advance(86_400_000);
  expect(await search('pkg:npm/secret-portal', '1.0.0')).toEqual({ found: null });
  expect(await search('pkg:generic/node', '20.1.0')).toEqual(before);
  expect(before).toMatchObject({ found: { product: 'Node.js', cycle: '20' } });
});
