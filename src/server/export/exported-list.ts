import type { CsvCell } from '@/domain/csv/csv';
import type { Permission } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';

export interface ExportColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row) => CsvCell;
}

/** A list as a file: what the same list shows on its page, all of it and in the same order. */
export interface ExportedList<Query> {
  /** What the file is named after its organization: `images`. */
  readonly name: string;
  /** What the list's page asks for. */
  readonly permission: Permission;
  readonly header: readonly string[];
  /** The records in batches of some hundreds, each read when it is asked for. Throws as the list's service. */
  records(
    deps: Deps,
    organizationId: OrganizationId,
    query: Query,
  ): AsyncGenerator<readonly CsvCell[][], void, undefined>;
}

interface ListDescription<Query, Row> extends Pick<ExportedList<Query>, 'name' | 'permission'> {
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: (
    deps: Deps,
    organizationId: OrganizationId,
    query: Query,
  ) => AsyncIterable<readonly Row[]>;
}

/** Puts together where a list's rows come from and what its columns hold. */
export function exportedList<Query, Row>({
  name,
  permission,
  columns,
  rows,
}: ListDescription<Query, Row>): ExportedList<Query> {
  return {
    name,
    permission,
    header: columns.map(({ header }) => header),
    async *records(deps, organizationId, query) {
      for await (const batch of rows(deps, organizationId, query)) {
        yield batch.map((row) => columns.map(({ cell }) => cell(row)));
      }
    },
  };
}
