import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { loadStarter } from './starter';

let db: TestDatabase;
let deps: TestDeps;
let folder: string;
const folders: string[] = [];

beforeEach(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  folder = await mkdtemp(join(tmpdir(), 'eventide-starter-'));
  folders.push(folder);
});
afterEach(() => db.close());
afterAll(async () => {
  for (const one of folders) await rm(one, { recursive: true });
});

const write = (slug: string, until: string) =>
  writeFile(
    join(folder, `${slug}.json`),
    JSON.stringify({
      slug,
      name: slug,
      category: 'app',
      cycles: [{ name: '1', supportedUntil: until }],
    }),
  );
const held = () =>
  deps.catalog
    .current()
    .products.map(({ slug, source, cycles }) => [slug, source, cycles[0]?.support[0]?.endsOn]);

it('fills an empty catalog, once', async () => {
  await write('one', '2026-01-01');
  expect(await loadStarter(deps, folder)).toMatchObject({ outcome: 'imported' });
  expect(held()).toEqual([['one', 'starter', '2026-01-01']]);
  expect(await loadStarter(deps, folder)).toBeNull();
});

it('of another version replaces its own products, and nothing that was imported', async () => {
  await write('one', '2026-01-01');
  await write('two', '2026-01-01');
  await loadStarter(deps, folder);
  const cycles = [{ name: '1', supportedUntil: '2030-01-01' }];
  await withCatalog(deps, [importedProduct({ name: 'one', cycles })]);
  await write('one', '2027-01-01');
  await write('two', '2027-01-01');
  await loadStarter(deps, folder);
  expect(held()).toEqual([
    ['one', 'import', '2030-01-01'],
    ['two', 'starter', '2027-01-01'],
  ]);
});

it('that cannot be read names the product, and changes nothing', async () => {
  await write('one', 'soon');
  expect(await loadStarter(deps, folder)).toMatchObject({ outcome: 'refused' });
  expect(deps.catalog.current().products).toEqual([]);
});

it('is there in the project’s folder', async () => {
  const files = await readdir('prisma/seed/starter-catalog');
  expect(await loadStarter(deps)).toMatchObject({
    outcome: 'imported',
    summary: { products: files.filter((name) => name.endsWith('.json')).length },
  });
});
