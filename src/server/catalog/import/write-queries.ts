import { v7 as uuidv7 } from 'uuid';
import type { Product } from '@/domain/catalog/catalog';
import type { DateChange } from '@/domain/catalog/catalog-diff';
import { foldedName, productsByName } from '@/domain/catalog/product-names';
import { identityOf } from '@/domain/identifiers/identity';
import type { Transaction } from '@/server/db';

/** The id of a product of the catalogue: the same on every instance and after every import. */
export function productIdOf(slug: string): string {
  return identityOf('catalog product', slug);
}

export async function removeProducts(tx: Transaction, products: readonly Product[]): Promise<void> {
  const ids = products.map(({ slug }) => productIdOf(slug));
  await tx.query('DELETE FROM catalog_product WHERE id = ANY($1::uuid[])', [ids]);
}

/** Writes products whole, in the place of whatever is stored of them. */
export async function writeProducts(
  tx: Transaction,
  products: readonly Product[],
  at: Date,
): Promise<void> {
  if (products.length === 0) return;
  await removeProducts(tx, products);
  await insertProducts(tx, products, at);
  await insertIdentifiers(tx, products);
  await insertCycles(tx, products);
}

async function insertProducts(tx: Transaction, products: readonly Product[], at: Date) {
  const rows = products.map(({ slug, name, category, vendor, source, references }) => ({
    id: productIdOf(slug),
    slug,
    name,
    search_text: foldedName(name),
    category,
    vendor,
    source,
    links: references,
  }));
  await tx.query(
    `INSERT INTO catalog_product (id, slug, name, search_text, category, vendor, source, links, updated_at)
     SELECT id, slug, name, search_text, category, vendor, source, links, $2
       FROM json_to_recordset($1) AS r(id uuid, slug text, name text, search_text text, category text, vendor text,
                                       source catalog_source, links jsonb)`,
    [JSON.stringify(rows), at],
  );
}

async function insertIdentifiers(tx: Transaction, products: readonly Product[]) {
  const rows = products.flatMap(({ slug, identifiers }) =>
    identifiers.map(({ kind, value }, position) => ({
      product_id: productIdOf(slug),
      kind,
      value,
      position,
    })),
  );
  await tx.query(
    `INSERT INTO catalog_identifier (product_id, kind, value, position)
     SELECT product_id, kind, value, position
       FROM json_to_recordset($1) AS r(product_id uuid, kind identifier_kind, value text, position int)`,
    [JSON.stringify(rows)],
  );
}

async function insertCycles(tx: Transaction, products: readonly Product[]) {
  const cycles = products.flatMap(({ slug, cycles: list }) =>
    list.map((cycle, position) => ({
      id: identityOf('catalog cycle', slug, cycle.name),
      productId: productIdOf(slug),
      position,
      ...cycle,
    })),
  );
  await tx.query(
    `INSERT INTO catalog_cycle (id, product_id, name, label, codename, position, lts, released_on, latest_release,
                                latest_released_on, release_notes_url)
     SELECT id, "productId", name, label, codename, position, lts, "releasedOn", "latestRelease",
            "latestReleasedOn", "releaseNotesUrl"
       FROM json_to_recordset($1) AS r(id uuid, "productId" uuid, name text, label text, codename text, position int,
                                       lts boolean, "releasedOn" date, "latestRelease" text,
                                       "latestReleasedOn" date, "releaseNotesUrl" text)`,
    [JSON.stringify(cycles.map(({ support: _support, ...row }) => row))],
  );
  const lifecycles = cycles.flatMap(({ id, support }) =>
    support.map(({ level, endsOn, ended }) => ({ id, level, endsOn, ended })),
  );
  await tx.query(
    `INSERT INTO catalog_lifecycle (cycle_id, level, ends_on, ended)
     SELECT id, level, "endsOn", ended
       FROM json_to_recordset($1) AS r(id uuid, level support_level, "endsOn" date, ended boolean)`,
    [JSON.stringify(lifecycles)],
  );
}

/** Writes which names lead to which product; they follow from all products together. */
export async function writeNames(tx: Transaction, products: readonly Product[]): Promise<void> {
  const rows = [...productsByName(products)].map(([key, { slug }]) => ({
    name_key: key,
    product_id: productIdOf(slug),
  }));
  await tx.query('DELETE FROM catalog_name');
  await tx.query(
    `INSERT INTO catalog_name (name_key, product_id)
     SELECT name_key, product_id FROM json_to_recordset($1) AS r(name_key text, product_id uuid)`,
    [JSON.stringify(rows)],
  );
}

/** Those of some cycles that were removed from the catalogue and not put back since. Plan: a sort of what changed. */
export async function removedBefore(
  tx: Transaction,
  changes: readonly DateChange[],
): Promise<DateChange[]> {
  if (changes.length === 0) return [];
  const rows = await tx.query<{ slug: string; cycle: string }>(
    `SELECT slug, cycle
       FROM (SELECT DISTINCT ON (product_slug, cycle) product_slug AS slug, cycle, kind
               FROM catalog_date_change WHERE kind <> 'changed'
              ORDER BY product_slug, cycle, changed_at DESC, id DESC) last
      WHERE kind = 'removed'`,
  );
  const removed = new Set(rows.map(({ slug, cycle }) => JSON.stringify([slug, cycle])));
  return changes.filter(({ productSlug, cycle }) =>
    removed.has(JSON.stringify([productSlug, cycle])),
  );
}

export async function insertDateChanges(
  tx: Transaction,
  revisionId: string,
  changes: readonly DateChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ id: uuidv7(), ...change }));
  await tx.query(
    `INSERT INTO catalog_date_change (id, revision_id, kind, product_slug, product, cycle, level, old_ends_on, old_ended,
                                      new_ends_on, new_ended, changed_at)
     SELECT id, $1, kind, "productSlug", product, cycle, level, "oldEndsOn", "oldEnded", "newEndsOn", "newEnded", $3
       FROM json_to_recordset($2) AS r(id uuid, kind date_change_kind, "productSlug" text, product text, cycle text, level support_level,
                                       "oldEndsOn" date, "oldEnded" boolean, "newEndsOn" date, "newEnded" boolean)`,
    [revisionId, JSON.stringify(rows), at],
  );
}
