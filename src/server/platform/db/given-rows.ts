import { type RawBuilder, sql, type Selectable } from 'kysely';
import type { Tables } from '@/server/prisma-client/tables';

/** Columns of a table as they are read, and as {@link givenRows} takes them. */
export type GivenRow<
  Table extends keyof Tables,
  Column extends keyof Selectable<Tables[Table]> = keyof Selectable<Tables[Table]>,
> = {
  readonly [C in Column]: Selectable<Tables[Table]>[C] extends readonly (infer Element)[]
    ? readonly Element[]
    : Selectable<Tables[Table]>[C];
};

const columnOf = (property: string) =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Gives a statement many rows as one table, `given`, whose columns are of the types that a table of the database has:
 * a single parameter and a single text, whatever their number. All rows say the columns that the first one says.
 *
 * Plan: a scan of the function, which the planner takes for 100 rows.
 */
export function givenRows<Table extends keyof Tables, Row extends Partial<GivenRow<Table>>>(
  table: Table,
  rows: readonly Row[],
) {
  // The keys of a row are its columns.
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row & keyof Selectable<Tables[Table]>)[];
  return givenTable<Table, (typeof columns)[number]>(table, sql`${rowsText(columns, rows)}`);
}

/** Makes such a table of what {@link rowsText} gives, for a statement that is put together once. */
export function givenTable<
  Table extends keyof Tables,
  Column extends keyof Selectable<Tables[Table]>,
>(table: Table, text: RawBuilder<unknown>) {
  return sql<
    Pick<Selectable<Tables[Table]>, Column>
  >`json_populate_recordset(NULL::${sql.table(table)}, ${text})`.as<'given'>('given');
}

/** Writes these columns of rows as the value that {@link givenTable} reads. */
export function rowsText<Column extends PropertyKey>(
  columns: readonly Column[],
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): string {
  const named = columns.map((property) => [property, columnOf(String(property))] as const);
  const written = rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const [property, column] of named) values[column] = row[property];
    return values;
  });
  return JSON.stringify(written);
}
