import { olderLines } from '@/domain/catalog/older-lines';
import type { Product } from '@/domain/catalog/catalog';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { followCatalog } from './follow-queries';
import { productIdOf } from './import/write-queries';
import { loadCatalog } from './load';
import { lockCatalog } from './locks';

interface OlderLineRow {
  readonly product_id: string;
  readonly position: number;
  readonly after: readonly number[];
  readonly before: readonly number[];
  readonly parts: number;
  readonly from_cycle: string;
  readonly since: string;
}

/** Writes what follows from the cycles of all products of the catalogue, in the place of whatever is stored of it. */
export async function writeOlderLines(tx: Transaction, products: readonly Product[]) {
  await tx.query('DELETE FROM catalog_older_line');
  await tx.query(
    `INSERT INTO catalog_older_line (product_id, position, after, before, parts, from_cycle, since)
     SELECT product_id, position, after, before, parts, from_cycle, since
       FROM json_to_recordset($1) AS r(product_id uuid, position int, after bigint[], before bigint[], parts int,
                                       from_cycle text, since date)`,
    [JSON.stringify(rowsOf(products))],
  );
}

/**
 * Brings what is stored of it to what this version of the program says of the catalogue, and what organizations have
 * found with it; writes nothing where that is the same.
 */
export async function keepOlderLines({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCatalog(tx);
    const { products } = await loadCatalog(tx);
    const stored = await tx.query<OlderLineRow>(
      `SELECT product_id, position, to_json(after) AS after, to_json(before) AS before, parts, from_cycle, since
         FROM catalog_older_line`,
    );
    if (fingerprintOf(stored) === fingerprintOf(rowsOf(products))) return;
    await writeOlderLines(tx, products);
    await followCatalog(tx, null, clock.now());
  });
}

function rowsOf(products: readonly Product[]): OlderLineRow[] {
  return products.flatMap((product) =>
    olderLines(product).map(({ after, before, parts, from, since }, position) => ({
      product_id: productIdOf(product.slug),
      position,
      after,
      before,
      parts,
      from_cycle: from,
      since,
    })),
  );
}

/** Equal for equal rows in whatever order. */
function fingerprintOf(rows: readonly OlderLineRow[]): string {
  return rows
    .map(({ product_id: product, position, after, before, parts, from_cycle: from, since }) =>
      JSON.stringify([product, position, after, before, parts, from, since]),
    )
    .sort()
    .join('\n');
}
