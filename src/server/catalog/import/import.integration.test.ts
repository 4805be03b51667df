import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEndoflifeDocument } from '@/domain/catalog/endoflife-date';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import { loadCatalog } from '@/server/catalog/repository/products';
import { insertRevision } from '@/server/catalog/repository/revisions';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { runAttempt, type AttemptReport } from '@/server/catalog/service/attempt';

let db: TestDatabase;
let deps: TestDeps;

beforeEach(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterEach(() => db.close());

async function importText(
  text: string,
  acceptsOlder = false,
): Promise<AttemptReport & { revisionId: string }> {
  const revisionId = randomUUID();
  const startedAt = deps.clock.now();
  const revision = { source: 'products.json', trigger: 'command', actorName: null } as const;
  await insertRevision(db, { id: revisionId, startedAt, ...revision });
  const report = await runAttempt(deps, {
    revisionId,
    source: 'import',
    fetch: () => Promise.resolve({ bytes: Buffer.from(text), etag: null }),
    parse: readEndoflifeDocument,
    acceptsLosses: false,
    acceptsOlder,
  });
  return { ...report, revisionId };
}

/** Reads everything that an import writes, but for the attempts themselves. */
async function stored(): Promise<unknown> {
  const tables = ['catalog_product', 'catalog_cycle', 'catalog_lifecycle', 'catalog_identifier'];
  const rows = [...tables, 'catalog_name', 'catalog_date_change', 'software_cycle'].map((table) =>
    db.query(`SELECT *, xmin::text FROM ${table} t ORDER BY t::text`),
  );
  return Promise.all(rows);
}

const twoProducts = (eolFrom: string) =>
  endoflifeDocument([
    endoflifeProduct({ releases: [endoflifeRelease({ eolFrom })] }),
    endoflifeProduct({ name: 'python', label: 'Python', aliases: [], identifiers: [] }),
  ]);

describe('an import', () => {
  it('stores products as they were read', async () => {
    const text = twoProducts('2026-04-30');
    expect(await importText(text)).toMatchObject({ outcome: 'imported', message: null });
    const { revision, products } = await loadCatalog(db);
    expect(revision).toBe(1);
    const read = readEndoflifeDocument(text).products.map((one) => ({ ...one, formerNames: [] }));
    expect(products).toEqual(read);
    expect(deps.catalog.current()).toMatchObject({ revision: 1, products });
  });

  it('of a document that was made before the last one changes nothing, unless it is wanted', async () => {
    const madeAt = (day: string, until: string) =>
      twoProducts(until).replace('2026-08-22T01:52:34+00:00', `${day}T00:00:00Z`);
    await importText(madeAt('2026-08-22', '2027-04-30'));
    const before = await stored();
    deps.clock.advance(1_000);
    expect(await importText(madeAt('2025-08-22', '2026-04-30'))).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('made on 2025-08-22, before the one of 2026-08-22'),
    });
    expect(await stored()).toEqual(before);
    // One that says the same undoes nothing, and makes what is known no older.
    deps.clock.advance(1_000);
    expect(await importText(madeAt('2025-08-22', '2027-04-30'))).toMatchObject({
      outcome: 'unchanged',
    });
    deps.clock.advance(1_000);
    const older = madeAt('2026-08-21', '2026-04-30');
    expect((await importText(older)).outcome).toBe('refused');
    deps.clock.advance(1_000);
    expect((await importText(older, true)).outcome).toBe('imported');
    // Of a time to come nothing is believed: no document after it would be newer.
    deps.clock.advance(1_000);
    expect((await importText(madeAt('2036-08-22', '2028-04-30'))).outcome).toBe('imported');
    deps.clock.advance(1_000);
    expect((await importText(madeAt('2026-08-23', '2027-04-30'))).outcome).toBe('imported');
  });

  it('keeps what a product was called, and lets it lead there', async () => {
    await importText(twoProducts('2026-04-30'));
    await importText(twoProducts('2026-04-30').replaceAll('"Node.js"', '"Node"'));
    const { products } = await loadCatalog(db);
    expect(products.map(({ name, formerNames }) => [name, formerNames])).toContainEqual([
      'Node',
      ['Node.js'],
    ]);
    expect(await db.query("SELECT FROM catalog_name WHERE name_key = 'node.js'")).toHaveLength(1);
    expect(
      await importText(twoProducts('2026-04-30').replaceAll('"Node.js"', '"Node"')),
    ).toMatchObject({
      outcome: 'unchanged',
    });
  });

  it('of the same document again changes nothing', async () => {
    await importText(twoProducts('2026-04-30'));
    const before = await stored();
    deps.clock.advance(60_000);
    expect(await importText(twoProducts('2026-04-30'))).toMatchObject({
      outcome: 'unchanged',
      summary: { products: 2, added: 0, changed: 0, removed: 0 },
    });
    expect(await stored()).toEqual(before);
    expect((await loadCatalog(db)).revision).toBe(1);
  });

  it('records a changed date, which reaches what organizations have found', async () => {
    await importText(twoProducts('2026-04-30'));
    const organizationId = await makeOrganization(deps);
    const software = [{ product: 'Node.js', cycle: '20', eol: '2020-01-01' }];
    await scanImage(deps, organizationId, { software });
    const report = await importText(twoProducts('2027-05-31'));
    expect(report.summary).toMatchObject({ changed: 1, dateChanges: 1, softwareCycles: 1 });
    const changes = await db.query(
      `SELECT product, cycle, level, old_ends_on, new_ends_on, changed_at, revision_id FROM catalog_date_change`,
    );
    expect(changes).toEqual([
      {
        product: 'Node.js',
        cycle: '20',
        level: 'STANDARD_SUPPORT',
        old_ends_on: '2026-04-30',
        new_ends_on: '2027-05-31',
        changed_at: deps.clock.now(),
        revision_id: report.revisionId,
      },
    ]);
    const { items } = await callAs(deps, organizationId).software.list({});
    expect(items.map(({ eolDate }) => eolDate)).toEqual(['2027-05-31']);
  });

  it.each([
    ['no JSON', 'oops', 'not JSON'],
    [
      'a product that cannot be read',
      endoflifeDocument([endoflifeProduct({ name: 'ruby' }), endoflifeProduct({ label: 7 })]),
      'Product nodejs: label',
    ],
  ])('of a document with %s changes nothing and says why', async (_case, text, reason) => {
    await importText(twoProducts('2026-04-30'));
    const before = await stored();
    const report = await importText(text);
    expect(report.outcome).toBe('refused');
    expect(report.message).toContain(reason);
    expect(await stored()).toEqual(before);
    const [row] = await db.query<{ outcome: string; detail: { message: string } }>(
      'SELECT outcome, detail FROM catalog_revision WHERE id = $1',
      [report.revisionId],
    );
    expect(row).toMatchObject({ outcome: 'refused', detail: { message: report.message } });
  });

  it('of a document that lacks much of what there is, is refused', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        endoflifeProduct({ name: `p${String(index)}`, label: `P ${String(index)}`, aliases: [] }),
      );
    await importText(endoflifeDocument(named(20)));
    const report = await importText(endoflifeDocument(named(15)));
    expect(report).toMatchObject({ outcome: 'refused' });
    expect(report.message).toContain('only 15 of the 20 products');
    expect(await importText(endoflifeDocument(named(17)))).toMatchObject({
      outcome: 'imported',
      summary: { removed: 3 },
    });
  });

  it('takes turns with another', async () => {
    const reports = await Promise.all([
      importText(twoProducts('2026-04-30')),
      importText(twoProducts('2026-04-30')),
    ]);
    expect(reports.map(({ outcome }) => outcome).sort()).toEqual(['imported', 'unchanged']);
  });

  it('leaves products of the starter catalog that the document lacks', async () => {
    const own = { ...importedProduct({ name: 'Own' }), source: 'starter' as const };
    const shared = {
      ...importedProduct({ name: 'Node.js', slug: 'nodejs' }),
      source: 'starter' as const,
    };
    await withCatalog(deps, [own, shared]);
    await importText(twoProducts('2026-04-30'));
    const { products } = await loadCatalog(db);
    expect(products.map(({ slug, source }) => [slug, source])).toEqual([
      ['nodejs', 'import'],
      ['own', 'starter'],
      ['python', 'import'],
    ]);
  });
});

const snapshot = resolve('../shared/data/endoflife-date/products-full.json');

it.runIf(existsSync(snapshot))('imports the whole snapshot, twice', async () => {
  const text = readFileSync(snapshot, 'utf8');
  const started = performance.now();
  expect(await importText(text)).toMatchObject({
    outcome: 'imported',
    summary: { products: 464, cycles: 8_351, added: 464 },
  });
  const imported = performance.now();
  expect(await importText(text)).toMatchObject({ outcome: 'unchanged' });
  const again = performance.now();
  console.info(
    `snapshot: ${((imported - started) / 1000).toFixed(2)} s, again ${((again - imported) / 1000).toFixed(2)} s`,
  );
  const { products } = await loadCatalog(db);
  const read = readEndoflifeDocument(text).products.map((one) => ({ ...one, formerNames: [] }));
  expect(products).toEqual(read.sort((left, right) => (left.slug < right.slug ? -1 : 1)));
});
