import type { Day } from '@/domain/eol/calendar';
import type { EolSource } from '@/domain/eol/effective-end';
import type { DayRange } from '@/domain/eol/proximity';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';
import { IMAGE_FINDING_DETAILS, IMAGE_FINDINGS_PAGE, PROJECT_FINDINGS } from './queries';

/** An open finding; `eolOn` is null when nothing is known of its end. */
export interface FindingRow<End extends Day | null = Day> {
  readonly id: string;
  readonly productName: string;
  readonly productPermalink: string | null;
  readonly cycle: string;
  readonly lts: boolean | null;
  readonly releasedOn: Day | null;
  readonly eolOn: End;
  /** The cycle that its end was concluded from: nobody says it. */
  readonly estimatedFrom: string | null;
  readonly artifactType: string;
  readonly imageName: string;
  readonly imageTag: string;
  readonly labels: Record<string, string> | null;
  readonly noteId: string | null;
  readonly noteContent: string | null;
  readonly noteUserProfile: string | null;
}

export interface FindingDetailRow extends FindingRow<Day | null> {
  readonly softwareId: string;
  readonly projectName: string;
  readonly firstSeenAt: Date;
  /** False with an end: it has ended on an unknown day, and `eolOn` is the day it was first seen. */
  readonly eolOnKnown: boolean;
  readonly eolSource: EolSource;
  readonly scannerEolOn: Day | null;
  /** The scanner does not have it: only the catalogue does. */
  readonly isCatalogs: boolean;
  readonly latestRelease: string | null;
  readonly latestReleasedOn: Day | null;
  readonly packages: { name: string; version: string; type: string; purl: string | null }[];
}

/** `search` is folded; `range` null means any end. */
export interface FindingFilter {
  readonly search: string | null;
  readonly range: DayRange | null;
}

/** Findings that are in memory at once, with their packages, when all of them are read. */
const BATCH_ROWS = 100;

/** Findings of one image that have an end, by end, product, cycle, artifact type and id. */
export async function imageFindingsPage(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  { search, range }: FindingFilter,
  page: PageRequest,
): Promise<ItemsWithTotal<FindingRow>> {
  const rows = await db.query<PageRow<FindingRow>>(IMAGE_FINDINGS_PAGE, [
    organizationId,
    imageTagId,
    search,
    range?.after ?? null,
    range?.until ?? null,
    page.size,
    offsetOf(page),
  ]);
  return withTotal(rows);
}

/** All findings of a project that have an end, in the same order, images of one software by name. */
export function projectFindings(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
): Promise<FindingRow[]> {
  return db.query<FindingRow>(PROJECT_FINDINGS, [organizationId, projectId]);
}

/** Every open finding of one image; those with no known end come last. */
export function imageFindingDetails(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
): Promise<FindingDetailRow[]> {
  return db.query<FindingDetailRow>(IMAGE_FINDING_DETAILS, [organizationId, imageTagId]);
}

/** The same findings in batches. */
export function allImageFindingDetails(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
): AsyncGenerator<FindingDetailRow[], void, undefined> {
  const parameters = [organizationId, imageTagId];
  return db.stream<FindingDetailRow>(IMAGE_FINDING_DETAILS, parameters, BATCH_ROWS);
}
