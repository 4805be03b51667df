import type { Day } from '@/domain/eol/calendar';
import type { DayRange } from '@/domain/eol/proximity';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';
import { SOFTWARE_ENDS, SOFTWARE_PAGE, SOFTWARE_WITH_IMAGE_COUNTS } from './queries';

export interface SoftwareRow {
  readonly id: string;
  readonly productName: string;
  readonly productPermalink: string | null;
  readonly cycle: string;
  readonly artifactType: string;
  readonly lts: boolean | null;
  readonly eolOn: Day;
  /** The cycle that its end was concluded from: nobody says it. */
  readonly estimatedFrom: string | null;
}

export interface HeldSoftwareRow extends SoftwareRow {
  readonly projects: {
    projectName: string;
    images: { imageName: string; imageLocation: string }[];
  }[];
}

export interface CountedSoftwareRow extends SoftwareRow {
  /** Image tags that hold it. */
  readonly images: number;
}

/** `search` is folded; `range` null means any end. */
export interface SoftwareFilter {
  readonly search: string | null;
  readonly range: DayRange | null;
}

/** Software with a known end and an open finding, by end, product, cycle, artifact type and id. */
export async function softwarePage(
  organizationId: OrganizationId,
  db: Database,
  { search, range }: SoftwareFilter,
  page: PageRequest,
): Promise<ItemsWithTotal<HeldSoftwareRow>> {
  const filter = [organizationId, search, range?.after ?? null, range?.until ?? null];
  const rows = await db.query<PageRow<HeldSoftwareRow>>(SOFTWARE_PAGE, [
    ...filter,
    page.size,
    offsetOf(page),
  ]);
  return withTotal(rows);
}

/** The same software, all of it, in the same order. */
export function softwareWithImageCounts(
  organizationId: OrganizationId,
  db: Database,
): Promise<CountedSoftwareRow[]> {
  return db.query<CountedSoftwareRow>(SOFTWARE_WITH_IMAGE_COUNTS, [
    organizationId,
    null,
    null,
    null,
  ]);
}

/** Every software of the organization with its end (null: not known), found open or not. */
export function softwareEnds(
  organizationId: OrganizationId,
  db: Database,
): Promise<{ id: string; eolOn: Day | null }[]> {
  return db.query(SOFTWARE_ENDS, [organizationId]);
}
