import { adviceOn } from '@/domain/advice/advice';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { rangeOfFilter, type EolFilter } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { identityOf } from '@/domain/identifiers/identity';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/list';
import type { OwnerQuery } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { pastOf } from '@/server/past/service';
import { ownerScope } from '@/server/team/service/owners';
import { toScannerSoftware, toSoftwareFirst } from '../dto';
import { findSoftwareOfProduct } from '../repository/detail';
import { softwarePage, softwareWithImageCounts } from '../repository/found';

export interface SoftwareQuery extends PageRequest, OwnerQuery {
  readonly search?: string | null | undefined;
  readonly eolFilter?: EolFilter | null | undefined;
  /** How well its end is known. */
  readonly evidence?: EvidenceDegree | null | undefined;
  /** As of the end of this day, by what was known then. */
  readonly asOf?: Day | null | undefined;
}

/** Lists a page of the organization's software with an end, and where it is found. */
export async function listSoftware(
  deps: Deps,
  organizationId: OrganizationId,
  query: SoftwareQuery,
) {
  const { db, clock, catalog } = deps;
  const { search, eolFilter } = query;
  const past = await pastOf(deps, organizationId, query.asOf);
  const today = past?.day ?? dayOf(clock.now());
  const filter = {
    search: search ? foldForSearch(search) : null,
    range: rangeOfFilter(eolFilter, today),
    evidence: query.evidence ?? null,
    owner: await ownerScope(deps, organizationId, query),
    past,
  };
  const [{ items, total }, view] = await Promise.all([
    softwarePage(organizationId, db, filter, query),
    catalog.forOrganization(organizationId),
  ]);
  // Where to move is a question of today.
  const listed = items.map((row) => toSoftwareFirst(row, past ? null : adviceOn(view, row, today)));
  return toPage(listed, total, query);
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
