import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { createPrometheus } from './service/prometheus';

const DAY_MS = 86_400_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/** Reads the catalog, after which a day passes. */
async function read(deps: TestDeps, source: string, outcome: string) {
  const values = [source, outcome, deps.clock.now()];
  await db.query(
    `INSERT INTO catalog_revision (id, source, trigger, outcome, started_at, finished_at, detail)
     VALUES (gen_random_uuid(), $1, 'start', $2, $3, $3, '{}')`,
    values,
  );
  deps.clock.advance(DAY_MS);
}

async function valuesOf(name: string, deps: TestDeps): Promise<string[]> {
  const metrics = createPrometheus(deps, '1.2.3');
  onTestFinished(() => {
    metrics.stop();
  });
  return (await metrics.expose()).text.split('\n').filter((line) => line.startsWith(name));
}

describe('the age of the catalog', () => {
  const catalogAge = (deps: TestDeps) => valuesOf('eventide_catalog_age_seconds', deps);
  beforeEach(() => db.query('DELETE FROM catalog_revision'));

  it('is none while it is as shipped and nothing is to bring a newer one', async () => {
    const deps = testDeps(db);
    await read(deps, 'starter', 'imported');
    expect(await catalogAge(deps)).toEqual([]);
  });

  it('is that of what was read last from a source, whatever is shipped later', async () => {
    const deps = testDeps(db);
    await read(deps, 'starter', 'imported');
    await read(deps, 'full.json', 'imported');
    await read(deps, 'https://catalog.example.com/full', 'not_modified');
    await read(deps, 'https://catalog.example.com/full', 'failed');
    await read(deps, 'starter', 'imported');
    expect(await catalogAge(deps)).toEqual([`eventide_catalog_age_seconds ${String(3 * 86_400)}`]);
  });

  it('is told beside that of its document, where that says when it was made', async () => {
    const own = await testDatabase();
    onTestFinished(() => own.close());
    const deps = testDeps(own);
    const documentAge = () => valuesOf('eventide_catalog_document_age_seconds', deps);
    await withCatalog(deps, [importedProduct({ name: 'Debian' })]);
    expect(await documentAge()).toEqual([]);
    deps.clock.advance(1_000);
    const madeAt = new Date(deps.clock.now().getTime() - DAY_MS);
    await withCatalog(deps, [importedProduct({ name: 'Debian' })], madeAt);
    deps.clock.advance(DAY_MS);
    expect(await documentAge()).toEqual([
      `eventide_catalog_document_age_seconds ${String(2 * 86_400)}`,
    ]);
  });

  it('is not 0 because the clock was once ahead', async () => {
    const deps = testDeps(db, { CATALOG_URL: 'https://catalog.example.com/full' });
    await read(deps, 'starter', 'imported');
    deps.clock.advance(365 * DAY_MS);
    await read(deps, 'https://catalog.example.com/full', 'not_modified');
    deps.clock.advance(-365 * DAY_MS);
    expect(await catalogAge(deps)).toEqual([`eventide_catalog_age_seconds ${String(2 * 86_400)}`]);
  });

  it('counts from the first start on where an address is set and never answered', async () => {
    const deps = testDeps(db, { CATALOG_URL: 'https://catalog.example.com/full' });
    await read(deps, 'starter', 'imported');
    await read(deps, 'https://catalog.example.com/full', 'failed');
    await read(deps, 'starter', 'imported');
    expect(await catalogAge(deps)).toEqual([`eventide_catalog_age_seconds ${String(3 * 86_400)}`]);
  });
});
