import { adviceOn } from '@/domain/advice/advice';
import { dayOf } from '@/domain/eol/calendar';
import { rangeOfFilter, type EolFilter } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { toScannerSoftware, toSoftwareFirst } from '../dto';
import { findSoftwareOfProduct } from '../repository/detail';
import { softwarePage, softwareWithImageCounts } from '../repository/found';

export interface SoftwareQuery extends PageRequest {
  readonly search?: string | null | undefined;
  readonly eolFilter?: EolFilter | null | undefined;
}

/** Lists a page of the organization's software with an end, and where it is found. */
export async function listSoftware(
  { db, clock, catalog }: Deps,
  organizationId: OrganizationId,
  { search, eolFilter, ...page }: SoftwareQuery,
) {
  const today = dayOf(clock.now());
  const filter = {
    search: search ? foldForSearch(search) : null,
    range: rangeOfFilter(eolFilter, today),
  };
  const [{ items, total }, view] = await Promise.all([
    softwarePage(organizationId, db, filter, page),
    catalog.forOrganization(organizationId),
  ]);
  const listed = items.map((row) => toSoftwareFirst(row, adviceOn(view, row, today)));
  return toPage(listed, total, page);
}

/** Lists the organization's software for scanners: all that has an end. */
export async function listScannerSoftware({ db }: Deps, organizationId: OrganizationId) {
  const rows = await softwareWithImageCounts(organizationId, db);
  return rows.map(toScannerSoftware);
}

/** Finds the ids of all software of a product, named to the letter. */
export function softwareOfProduct(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  productName: string,
): Promise<string[]> {
  return findSoftwareOfProduct(organizationId, db, identityOf(productName));
}
