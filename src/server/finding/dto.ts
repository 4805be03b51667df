import type { Advice } from '@/domain/advice/advice';
import { markOf, toSupport } from '@/server/coverage/dto';
import type { CycleStatus } from '@/server/policy/dto';
import type { CatalogFacts } from '@/domain/catalog/view';
import type { FindingDetailRow, FindingRow } from './repository';

/** Makes the contract's `EolSoftwareFirst`. */
export function toEolSoftware(row: FindingRow, advice: Advice | null) {
  return {
    id: row.id,
    productName: row.productName,
    lts: row.lts,
    productPermalink: row.productPermalink,
    productNote: toProductNote(row),
    releaseCycle: row.cycle,
    releaseDate: row.releasedOn,
    artifactType: row.artifactType,
    eolDate: row.eolOn,
    ...(row.estimatedFrom !== null && { estimatedFrom: row.estimatedFrom }),
    ...markOf(row.support),
    imageName: row.imageName,
    imageTag: row.imageTag,
    imageLabels: row.labels,
    advice,
  };
}

/** Makes the contract's `EolSoftwareNote`: the one note of the finding's product. */
function toProductNote(row: Omit<FindingRow, 'eolOn'>) {
  if (row.noteId === null) return null;
  return { id: row.noteId, noteContent: row.noteContent, userProfile: row.noteUserProfile };
}

/** Makes a finding's record for an image's page. */
export function toImageFinding(
  row: FindingDetailRow,
  policy: CycleStatus,
  catalog: CatalogFacts | null,
  advice: Advice | null,
) {
  return {
    id: row.id,
    softwareId: row.softwareId,
    productName: row.productName,
    productPermalink: row.productPermalink,
    productNote: toProductNote(row),
    releaseCycle: row.cycle,
    releaseDate: row.releasedOn,
    artifactType: row.artifactType,
    lts: row.lts,
    eolDate: row.eolOn,
    eolDateKnown: row.eolOnKnown,
    eolSource: row.eolSource,
    estimatedFrom: row.estimatedFrom,
    contract: toSupport(row.support),
    scannerEolDate: row.scannerEolOn,
    latestRelease: row.latestRelease,
    latestReleaseDate: row.latestReleasedOn,
    firstSeenDate: row.firstSeenAt.toISOString(),
    packages: row.packages,
    foundBy: row.isCatalogs ? ('catalog' as const) : ('scanner' as const),
    catalog,
    advice,
    policy,
  };
}
