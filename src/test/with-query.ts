import { CompiledQuery } from 'kysely';
import { asDomainError } from '@/server/platform/db/connection-errors';
import type { Database, Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';

/** Begins what a test says in its own words, to which no rule for the product's statements applies. */
export const OWN_WORDS = '/* of a test */ ';

interface Askable {
  /** Runs one statement in a test's own words; the caller says what its rows hold. */
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

/** A database that a test may ask in its own words. */
export interface TestDatabase extends Database, Askable {
  transaction<T>(work: (tx: Transaction & Askable) => Promise<T>): Promise<T>;
}

/** The dependencies of services, with a database that a test may ask in its own words. */
export type AskableDeps = Deps & { readonly db: TestDatabase };

export function withQuery(database: Database): TestDatabase {
  return {
    ...database,
    query: async <Row extends object>(sql: string, params: readonly unknown[] = []) => {
      const asked = database.pool.query<Row>(sql, [...params]);
      const { rows } = await asked.catch((error: unknown) => {
        throw asDomainError(error);
      });
      return rows;
    },
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          query: async <Row extends object>(sql: string, params: readonly unknown[] = []) =>
            (await tx.sql.executeQuery<Row>(CompiledQuery.raw(OWN_WORDS + sql, [...params]))).rows,
        }),
      ),
  };
}
