import type { CsvCell } from '@/domain/csv/csv';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { ExportedList } from './exported-list';

/** The part of an export's address that says which rows. */
export interface ExportAddress {
  readonly search: URLSearchParams;
  /** The id in the path; "" where the path has none. */
  readonly id: string;
  /** The person who reads it; null for a key. */
  readonly readerId: string | null;
}

/** A list and the address it is served at. */
export interface ExportRoute extends Pick<ExportedList<never>, 'name' | 'permission' | 'header'> {
  /** Below `/export`: `/images.csv`, `/images/{id}/software.csv`. */
  readonly path: string;
  records(
    deps: Deps,
    organizationId: OrganizationId,
    address: ExportAddress,
  ): AsyncGenerator<readonly CsvCell[][], void, undefined>;
}

/** @param toQuery reads the address as the list's page reads its own */
export function exportRoute<Query>(
  path: string,
  list: ExportedList<Query>,
  toQuery: (address: ExportAddress) => Query,
): ExportRoute {
  const { name, permission, header } = list;
  return {
    path,
    name,
    permission,
    header,
    records: (deps, organizationId, address) =>
      list.records(deps, organizationId, toQuery(address)),
  };
}

export interface ExportMatch {
  readonly route: ExportRoute;
  readonly id: string;
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

/** The list at a path below `/export`, with or without a slash at its end; null when there is none. */
export function matchExport(routes: readonly ExportRoute[], path: string): ExportMatch | null {
  for (const route of routes) {
    const pattern = route.path.replaceAll('.', '\\.').replace('{id}', ID);
    const match = new RegExp(`^${pattern}/?$`, 'i').exec(path);
    if (match) return { route, id: match[1]?.toLowerCase() ?? '' };
  }
  return null;
}
