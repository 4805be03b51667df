import type { CsvCell } from '@/domain/csv/csv';
import { invalid } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { placesOf, type ExportedList, type NamedColumn, type RecordChoice } from './exported-list';
import { LIST_FORMATS, type ListFormatName } from './list-format';

/** The part of an export's address that says which rows. */
export interface ExportAddress {
  readonly search: URLSearchParams;
  /** The id in the path; "" where the path has none. */
  readonly id: string;
  /** The person who reads it; null for a key. */
  readonly readerId: string | null;
}

/** A list and the address it is served at. */
export interface ExportRoute extends Pick<ExportedList<never>, 'name' | 'permission' | 'columns'> {
  /** Below `/export`: `/images.csv`, `/images/{id}/software.csv`; with `.json` at its end, the same as JSON. */
  readonly path: string;
  records(
    deps: Deps,
    organizationId: OrganizationId,
    address: ExportAddress,
    choice: RecordChoice,
  ): AsyncGenerator<readonly CsvCell[][], void, undefined>;
}

/** @param toQuery reads the address as the list's page reads its own */
export function exportRoute<Query>(
  path: string,
  list: ExportedList<Query>,
  toQuery: (address: ExportAddress) => Query,
): ExportRoute {
  const { name, permission, columns } = list;
  return {
    path,
    name,
    permission,
    columns,
    records: (deps, organizationId, address, choice) =>
      list.records(deps, organizationId, toQuery(address), choice),
  };
}

/** Records that one address may choose. */
const MAX_IDS = 1_000;

/**
 * Reads which columns an address asks for, in their order, and which records.
 * @throws DomainError 422 for more records than may be chosen
 */
export function readChoice(columns: readonly NamedColumn[], search: URLSearchParams): RecordChoice {
  return { places: placesOf(columns, search.get('columns')), ids: readIds(search.get('ids')) };
}

function readIds(text: string | null): ReadonlySet<string> | null {
  if (text === null) return null;
  const ids = new Set(text.toLowerCase().split(','));
  if (ids.size <= MAX_IDS) return ids;
  const msg = `Value error, at most ${String(MAX_IDS)} records can be chosen`;
  throw invalid([{ loc: ['query', 'ids'], msg, type: 'value_error' }]);
}

export interface ExportMatch {
  readonly route: ExportRoute;
  readonly id: string;
  readonly format: ListFormatName;
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

/** The list at a path below `/export`, with or without a slash at its end; null when there is none. */
export function matchExport(routes: readonly ExportRoute[], path: string): ExportMatch | null {
  for (const route of routes) {
    const pattern = route.path.replace(/csv$/, '').replaceAll('.', '\\.').replace('{id}', ID);
    for (const format of LIST_FORMATS) {
      const match = new RegExp(`^${pattern}${format}/?$`, 'i').exec(path);
      if (match) return { route, id: match[1]?.toLowerCase() ?? '', format };
    }
  }
  return null;
}
