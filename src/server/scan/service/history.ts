import { identityOf } from '@/domain/identifiers/identity';
import { parseImageReference } from '@/domain/identifiers/image-reference';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { requireImage } from '@/server/image/service';
import { toImageScan, toScanHistory } from '../dto';
import {
  changesSinceScans,
  scansOfImageName,
  scansOfImageTag,
  type ChangeLimits,
} from '../repository/history';

/** Of changes at the same instant at most so many of each kind are named; the counts are of all. */
const LIMITS: ChangeLimits = { named: 12, catalogChanges: 50 };

export interface ScanHistoryQuery {
  /** An image in any form of its name; with a tag, only scans of that tag count. */
  readonly imageName: string;
  /** To the letter. */
  readonly projectName: string;
}

/** Lists when an image of a project was scanned, newest first; nothing for an unknown image or project. */
export async function scanHistory(
  { db }: Deps,
  organizationId: OrganizationId,
  { imageName, projectName }: ScanHistoryQuery,
) {
  const { canonicalName, tag, digest } = parseImageReference(imageName);
  const isTagGiven = digest !== null || tag !== 'latest' || imageName.endsWith(':latest');
  const scans = await scansOfImageName(organizationId, db, {
    projectKey: identityOf(projectName),
    canonicalName,
    tag: isTagGiven ? tag : null,
    name: imageName,
  });
  return { scans: scans.map(toScanHistory) };
}

/**
 * Lists a page of an image's scans, newest first.
 * @throws DomainError 404 when the organization has no such image
 */
export async function listImageScans(
  deps: Deps,
  organizationId: OrganizationId,
  { imageTagId, ...page }: PageRequest & { readonly imageTagId: string },
) {
  await requireImage(deps, organizationId, imageTagId);
  const { items, total } = await scansOfImageTag(organizationId, deps.db, imageTagId, page);
  const acceptedAt = items.map((scan) => scan.acceptedAt);
  const changes = await changesSinceScans(organizationId, deps.db, imageTagId, acceptedAt, LIMITS);
  return toPage(
    items.map((scan) => toImageScan(scan, changes)),
    total,
    page,
  );
}
