import { sql, type Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Product } from '@/domain/catalog/catalog';
import type { DateChange } from '@/domain/catalog/diff';
import { olderLines } from '@/domain/catalog/older-lines';
import { foldedName, productsByName } from '@/domain/catalog/product-names';
import { identityOf } from '@/domain/identifiers/identity';
import type { RevisionIdentity } from '@/domain/catalog/view';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

/** Gives the id of a product of the catalog: the same on every instance and after every import. */
function productIdOf(slug: string): string {
  return identityOf('catalog product', slug);
}

/**
 * Loads the whole catalog: its revision, and its products by slug. One statement, so that both are of one moment.
 *
 * Plan: hash joins over the catalog's tables, each read once (464 products, 8,351 cycles: 60 ms).
 */
export async function loadCatalog(
  db: Transaction,
): Promise<RevisionIdentity & { readonly products: readonly Product[] }> {
  const { rows } = await sql<RevisionIdentity & { products: Product[] }>`
    WITH last AS (
      SELECT number, id FROM catalog_revision WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1
    ), support AS (
      SELECT cycle_id,
        json_agg(json_build_object('level', level, 'endsOn', ends_on, 'ended', ended) ORDER BY level) AS support
      FROM catalog_lifecycle GROUP BY cycle_id
    ), cycles AS (
      SELECT c.product_id, json_agg(json_build_object(
          'name', c.name, 'label', c.label, 'codename', c.codename, 'lts', c.lts, 'releasedOn', c.released_on,
          'latestRelease', c.latest_release, 'latestReleasedOn', c.latest_released_on,
          'releaseNotesUrl', c.release_notes_url, 'support', coalesce(s.support, '[]')
        ) ORDER BY c.position) AS cycles
      FROM catalog_cycle c LEFT JOIN support s ON s.cycle_id = c.id
      GROUP BY c.product_id
    ), identifiers AS (
      SELECT product_id,
        json_agg(json_build_object('kind', kind, 'value', value) ORDER BY position) AS identifiers
      FROM catalog_identifier GROUP BY product_id
    )
    SELECT
      coalesce((SELECT number FROM last), 0) AS revision,
      (SELECT id FROM last) AS revision_id,
      coalesce((
        SELECT json_agg(json_build_object(
            'slug', p.slug, 'name', p.name, 'vendor', p.vendor, 'category', p.category, 'source', p.source,
            'references', p.links, 'formerNames', p.former_names, 'identifiers', coalesce(i.identifiers, '[]'), 'cycles', coalesce(c.cycles, '[]')
          ) ORDER BY p.slug COLLATE "C")
        FROM catalog_product p
        LEFT JOIN cycles c ON c.product_id = p.id
        LEFT JOIN identifiers i ON i.product_id = p.id
      ), '[]') AS products`.execute(db.sql);
  return rows[0] ?? { revision: 0, revisionId: null, products: [] };
}

type CatalogTable =
  | 'catalogProduct'
  | 'catalogCycle'
  | 'catalogLifecycle'
  | 'catalogIdentifier'
  | 'catalogName'
  | 'catalogOlderLine'
  | 'catalogDateChange';

/**
 * Adds rows, which all have the same columns, in one statement however many they are: as JSON they are one
 * parameter, and PostgreSQL reads it by the types of the table.
 */
async function insertAll<Table extends CatalogTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [columnOf(key), value])),
  );
  await sql`
    INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns}
      FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(records)})`.execute(
    tx.sql,
  );
}

/** Gives a column's name in the database. */
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export async function removeProducts(tx: Transaction, products: readonly Product[]): Promise<void> {
  const ids = products.map(({ slug }) => productIdOf(slug));
  await tx.sql
    .deleteFrom('catalogProduct')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute();
}

/** Writes products whole, replacing whatever is stored of them. */
export async function writeProducts(
  tx: Transaction,
  products: readonly Product[],
  at: Date,
): Promise<void> {
  if (products.length === 0) return;
  await removeProducts(tx, products);
  const rows = products.map((each) => {
    const { slug, name, category, vendor, source, references: links } = each;
    const formerNames = [...(each.formerNames ?? [])];
    const searchText = foldedName(name);
    const product = { id: productIdOf(slug), slug, name, searchText, category, vendor };
    return { ...product, source: storedSource(source), links, updatedAt: at, formerNames };
  });
  await insertAll(tx, 'catalogProduct', rows);
  const identifiers = products.flatMap(({ slug, identifiers: list }) =>
    list.map(({ kind, value }, position) => {
      const productId = productIdOf(slug);
      return { productId, kind, value, position };
    }),
  );
  await insertAll(tx, 'catalogIdentifier', identifiers);
  await insertCycles(tx, products);
}

function storedSource(source: Product['source']) {
  if (source === 'organization') throw new Error('What an organization adds is stored apart');
  return source;
}

async function insertCycles(tx: Transaction, products: readonly Product[]) {
  const cycles = products.flatMap(({ slug, cycles: list }) =>
    list.map(({ support, ...cycle }, position) => ({
      row: {
        id: identityOf('catalog cycle', slug, cycle.name),
        productId: productIdOf(slug),
        position,
        name: cycle.name,
        label: cycle.label,
        codename: cycle.codename,
        lts: cycle.lts,
        releasedOn: cycle.releasedOn,
        latestRelease: cycle.latestRelease,
        latestReleasedOn: cycle.latestReleasedOn,
        releaseNotesUrl: cycle.releaseNotesUrl,
      },
      support,
    })),
  );
  const rows = cycles.map(({ row }) => row);
  await insertAll(tx, 'catalogCycle', rows);
  const lifecycles = cycles.flatMap(({ row: { id: cycleId }, support }) =>
    support.map(({ level, endsOn, ended }) => ({ cycleId, level, endsOn, ended })),
  );
  await insertAll(tx, 'catalogLifecycle', lifecycles);
}

/** Writes which names lead to which product; they follow from all products together. */
export async function writeNames(tx: Transaction, products: readonly Product[]): Promise<void> {
  const rows = [...productsByName(products)].map(([nameKey, { slug }]) => ({
    nameKey,
    productId: productIdOf(slug),
  }));
  await tx.prisma.catalogName.deleteMany();
  await insertAll(tx, 'catalogName', rows);
}

/** Writes the conclusions from the cycles of all products of the catalog, replacing whatever is stored of them. */
export async function writeOlderLines(
  tx: Transaction,
  products: readonly Product[],
): Promise<void> {
  await tx.prisma.catalogOlderLine.deleteMany();
  await insertAll(tx, 'catalogOlderLine', olderLinesOf(products));
}

/** Tells whether exactly the conclusions from the cycles of all products are stored. */
export async function hasOlderLines(
  tx: Transaction,
  products: readonly Product[],
): Promise<boolean> {
  const stored = await tx.sql
    .selectFrom('catalogOlderLine')
    .select(['productId', 'position', 'after', 'before', 'parts', 'fromCycle', 'since'])
    .execute();
  return fingerprintOf(stored) === fingerprintOf(olderLinesOf(products));
}

type OlderLineRow = ReturnType<typeof olderLinesOf>[number];

function olderLinesOf(products: readonly Product[]) {
  return products.flatMap((product) =>
    olderLines(product).map(({ after, before, parts, from: fromCycle, since }, position) => ({
      productId: productIdOf(product.slug),
      ...{ position, after: [...after], before: [...before], parts, fromCycle, since },
    })),
  );
}

/** Makes a fingerprint that is equal for equal rows in whatever order. */
function fingerprintOf(rows: readonly OlderLineRow[]): string {
  return rows
    .map(({ productId, position, after, before, parts, fromCycle, since }) =>
      JSON.stringify([productId, position, after, before, parts, fromCycle, since]),
    )
    .sort()
    .join('\n');
}

/**
 * Finds those of some cycles that were removed from the catalog and not put back since. Plan: a sort of what
 * changed.
 */
export async function removedBefore(
  tx: Transaction,
  changes: readonly DateChange[],
): Promise<DateChange[]> {
  if (changes.length === 0) return [];
  const rows = await tx.sql
    .selectFrom('catalogDateChange')
    .distinctOn(['productSlug', 'cycle'])
    .select(['productSlug', 'cycle', 'kind'])
    .where('kind', '<>', 'changed')
    .orderBy('productSlug')
    .orderBy('cycle')
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const removed = new Set(
    rows.filter(({ kind }) => kind === 'removed').map((row) => keyOf(row.productSlug, row.cycle)),
  );
  return changes.filter(({ productSlug, cycle }) => removed.has(keyOf(productSlug, cycle)));
}

const keyOf = (productSlug: string, cycle: string) => JSON.stringify([productSlug, cycle]);

export async function insertDateChanges(
  tx: Transaction,
  revisionId: string,
  changes: readonly DateChange[],
  changedAt: Date,
): Promise<void> {
  const rows = changes.map(
    ({ kind, productSlug, product, cycle, level, oldEndsOn, oldEnded, newEndsOn, newEnded }) => ({
      ...{ id: uuidv7(), revisionId, kind, productSlug, product, cycle, level, changedAt },
      ...{ oldEndsOn, oldEnded, newEndsOn, newEnded },
    }),
  );
  await insertAll(tx, 'catalogDateChange', rows);
}
