import type { CatalogView } from '@/domain/catalog/view';
import type { Distro } from '@/domain/scan/context';
import type { ImageStatus } from '@/server/policy/service/status';
import type { RunningPlaces } from '@/server/cluster/dto';
import type { ImageDetailRow, ImageRow } from './repository/images';

/** Makes the contract's `ProjectImage`, which always has a scan: where none is kept any more, the first. */
export function toProjectImage(row: ImageRow) {
  return {
    id: row.id,
    name: row.name,
    tag: row.tag,
    eol: toEolCount(row),
    projectName: row.projectName,
    imageVerified: row.verified,
    latestScanDate: (row.latestScanAt ?? row.firstScanAt).toISOString(),
    ...(row.latestScanAt === null && { latestScanGone: true }),
    digest: row.digest,
    labels: row.labels,
    ...(row.retiredAt && { retiredDate: row.retiredAt.toISOString() }),
  };
}

/** Makes the contract's `EolCount`: software without a known end is in none of its classes. */
export function toEolCount({ ended, soon, next, later }: ImageRow) {
  return { low: later, med: soon + next, high: ended };
}

/**
 * Makes a row of the dashboard's table: the contract's fields, and those that it leaves out.
 * @param running containers of workloads that run it
 */
export function toDashboardImage(row: ImageRow, running: number) {
  const { ended, soon, next, later, unknown } = row;
  return {
    ...toProjectImage(row),
    kind: row.kind,
    projectId: row.projectId,
    owner: row.ownerId && row.ownerName ? { id: row.ownerId, name: row.ownerName } : null,
    states: { ended, soon, next, later, unknown },
    running,
    latestScanDate: row.latestScanAt?.toISOString() ?? null,
    lastSeenDate: row.lastSeenAt?.toISOString() ?? null,
  };
}

export function toImageDetail(
  row: ImageDetailRow,
  policy: ImageStatus,
  catalog: Pick<CatalogView, 'productBySlug'>,
  places: RunningPlaces,
) {
  return {
    ...toDashboardImage(row, places.total),
    latestScanDate: row.latestScanAt.toISOString(),
    lastSeenDate: (row.lastSeenAt ?? row.latestScanAt).toISOString(),
    runsIn: places.items,
    repoDigests: row.repoDigests,
    location: row.location,
    distro: toDistro(row.distro),
    componentCount: row.componentCount,
    coverage: toCoverage(row, catalog),
    firstScanDate: row.firstScanAt.toISOString(),
    latestScan: {
      id: row.latestScanId,
      callerKind: row.callerKind,
      callerName: row.callerName,
      commitHash: row.commitHash,
      policiesRead: row.policiesRead,
    },
    policy,
  };
}

/** Tells how much of the image the catalog knows. The rest is never counted as fine. */
function toCoverage(row: ImageDetailRow, catalog: Pick<CatalogView, 'productBySlug'>) {
  const { matchedCount, distributionCount, unknownCount, distributionProduct: slug } = row;
  const product = slug === null ? null : (catalog.productBySlug(slug)?.name ?? slug);
  const known = matchedCount + distributionCount + unknownCount;
  return {
    matched: matchedCount,
    distribution: distributionCount,
    unknown: unknownCount,
    pending: Math.max(0, row.componentCount - known),
    distributionName: product && [product, row.distributionCycle].filter(Boolean).join(' '),
  };
}

/** Puts the distribution into words; null when the scan names none. */
function toDistro(distro: Distro | null) {
  const name = distro && (distro.prettyName || distro.id);
  return name ? { name, version: distro.versionId || null } : null;
}
