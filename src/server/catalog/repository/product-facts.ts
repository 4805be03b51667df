import type { Transaction } from '@/server/platform/db/db';

/** Reads everything that the catalog has learnt of a product's ends. Plan: by primary key, some hundreds of rows. */
export function factsOfProduct(db: Transaction, productSlug: string) {
  return db.sql
    .selectFrom('catalogFact')
    .select(['cycle', 'level', 'sequence', 'endsOn', 'withdrawn', 'learntAt'])
    .where('productSlug', '=', productSlug)
    .orderBy('learntAt')
    .orderBy('cycle')
    .orderBy('level')
    .orderBy('sequence')
    .execute();
}
