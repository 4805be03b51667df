import type { PolicyAction } from '@/domain/policy/policy';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/page-rows';
import { CHANGES_SINCE_SCANS, SCANS_OF_IMAGE_NAME, SCANS_OF_IMAGE_TAG_PAGE } from './queries';

export interface ScanRow {
  readonly id: string;
  readonly acceptedAt: Date;
  readonly callerKind: 'person' | 'api_key';
  readonly callerName: string;
  readonly commitHash: string | null;
  readonly digest: string | null;
  /** Entries of the uploaded `Matches`. */
  readonly matchCount: number;
  readonly componentCount: number;
  /** Findings that this scan opened, and closed. */
  readonly openedCount: number;
  readonly closedCount: number;
  /** What the policies of that day said. */
  readonly policyAction: PolicyAction;
  /** Whether whoever scanned had read the policies before; null where that says nothing. */
  readonly policiesRead: boolean | null;
}

export interface ScansOfImageName {
  /** Digest of the project's name. */
  readonly projectKey: string;
  readonly canonicalName: string;
  /** Null: any tag. */
  readonly tag: string | null;
  /** The name as stored, tag or not: a scanned directory's, or a reference that could not be parsed. */
  readonly name: string;
}

/** Scans of the tags of one image in one live project, newest first. */
export function scansOfImageName(
  organizationId: OrganizationId,
  db: Database,
  { projectKey, canonicalName, tag, name }: ScansOfImageName,
): Promise<{ acceptedAt: Date; tag: string }[]> {
  return db.query(SCANS_OF_IMAGE_NAME, [organizationId, projectKey, canonicalName, tag, name]);
}

/** Scans of one image tag, newest first. */
export async function scansOfImageTag(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  page: PageRequest,
): Promise<ItemsWithTotal<ScanRow>> {
  const rows = await db.query<PageRow<ScanRow>>(SCANS_OF_IMAGE_TAG_PAGE, [
    organizationId,
    imageTagId,
    page.size,
    offsetOf(page),
  ]);
  return withTotal(rows);
}

/** A software cycle that a scan, or the catalogue after it, was the first to find or the first to lack. */
export interface ScanChangeRow {
  /** The acceptance of the latest scan before the change; of the scan that made it, when `at` is the same. */
  readonly since: Date;
  readonly at: Date;
  readonly change: 'opened' | 'closed';
  readonly productName: string;
  readonly releaseCycle: string;
  /** Of how many changes of this kind at this instant it is one. */
  readonly count: number;
}

/** How much of what changed is named. */
export interface ChangeLimits {
  /** Of each kind at one instant. */
  readonly named: number;
  /** Changes of the catalogue between two scans, newest first. */
  readonly catalogChanges: number;
}

/** What the scans accepted at these instants changed, and the catalogue after each; newest first. */
export function changesSinceScans(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  acceptedAt: readonly Date[],
  { named, catalogChanges }: ChangeLimits,
): Promise<ScanChangeRow[]> {
  const values = [organizationId, imageTagId, acceptedAt, named, catalogChanges];
  return db.query(CHANGES_SINCE_SCANS, values);
}
