import { sql, type Selectable } from 'kysely';
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
  const columns = Object.keys(rows[0] ?? {}).map(
    (property) => [property, columnOf(property)] as const,
  );
  const named = rows.map((row: Readonly<Record<string, unknown>>) => {
    const values: Record<string, unknown> = {};
    for (const [property, column] of columns) values[column] = row[property];
    return values;
  });
  return sql<
    Pick<Selectable<Tables[Table]>, keyof Row & keyof Selectable<Tables[Table]>>
  >`json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(named)})`.as<'given'>(
    'given',
  );
}
