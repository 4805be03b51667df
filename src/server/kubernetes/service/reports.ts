import type { ClusterReport, RunningContainer } from '@/domain/cluster/report';
import type { TrivyReport } from '@/domain/cluster/trivy';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import type { InventoryDocument } from '@/domain/inventory/document';
import { readInventoryDocument } from '@/domain/inventory/document/read';
import { imageOfDigest } from '@/server/cluster/service/clusters';
import {
  noteCluster,
  recordContainer,
  recordInventory,
  type ReportedCluster,
} from '@/server/cluster/service/reports';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import type { ScanBody } from '@/server/platform/http/scan-body';
import { asUploadFault, WHOLE_BODY } from '@/server/platform/http/document-faults';
import { uploadSbom } from '@/server/sbom/service/sbom';

/** Stores what a report says that runs in a cluster, in the place of what ran there before. */
export async function storeInventory(
  deps: Deps,
  { organizationId }: Pick<Principal, 'organizationId'>,
  report: ClusterReport,
) {
  const cluster = await recordInventory(deps, organizationId, report);
  return {
    cluster_id: cluster.id,
    cluster: cluster.name,
    containers: report.containers.length,
    nodes: report.nodes?.length ?? null,
    url: pageOf(deps, cluster),
  };
}

/** What became of a report of Trivy Operator. */
export const OUTCOMES = ['stored', 'noted', 'ignored'] as const;
export type Outcome = (typeof OUTCOMES)[number];

interface Stored {
  readonly image_tag_id: string;
  readonly url: string;
}

/**
 * Stores what one report of Trivy Operator says: what a container runs and, of an SBOM, the software of its image.
 * @param given where the image goes; without a project, where uploads without one go
 * @throws DomainError 409 for one cluster or container too many, 422 for an SBOM that cannot be read: then nothing is stored
 */
export async function storeTrivyReport(
  deps: Deps,
  principal: Principal,
  given: { readonly cluster: string; readonly project: string | null },
  report: TrivyReport,
  body: ScanBody,
) {
  const { organizationId } = principal;
  const answer = (
    cluster: ReportedCluster,
    outcome: Outcome,
    message: string,
    image: Stored | null = null,
  ) => ({
    ...{ cluster_id: cluster.id, cluster: cluster.name },
    report: report.kind === 'deletion' ? null : report.reportKind,
    ...{ outcome, message, image, url: pageOf(deps, cluster) },
  });
  switch (report.kind) {
    case 'other': {
      const cluster = await noteCluster(deps, organizationId, given.cluster);
      return answer(cluster, 'ignored', `Nothing is read of a report of kind ${report.reportKind}`);
    }
    case 'deletion': {
      const cluster = await noteCluster(deps, organizationId, given.cluster);
      return answer(
        cluster,
        'ignored',
        'Trivy Operator does not say reliably which report is gone. What nobody reports any more counts as silent after a day',
      );
    }
    case 'container': {
      const { container, sbom } = report;
      const document =
        sbom &&
        asUploadFault(WHOLE_BODY, () => readInventoryDocument(sbom.document, 'json', sbom.path));
      const known = document && (await scannedElsewhere(deps, principal, given.project, container));
      const stored =
        document && !known
          ? await storeImage(deps, principal, given.project, container, document, body)
          : null;
      const cluster = await recordContainer(deps, organizationId, given.cluster, container);
      if (stored)
        return answer(cluster, 'stored', 'The image and where it runs are stored', stored);
      if (!known) return answer(cluster, 'noted', 'What the container runs is stored');
      return answer(
        cluster,
        'noted',
        `What the container runs is stored; its image is ${known.name}:${known.tag}, which was scanned already`,
        { image_tag_id: known.id, url: `${deps.env.publicUrl}/images/${known.id}` },
      );
    }
  }
}

function pageOf({ env }: Deps, { id }: ReportedCluster): string {
  return `${env.publicUrl}/clusters/${id}`;
}

/**
 * Finds the image of a container where a scanner or a build has uploaded the same digest under another name or to
 * another project. What that said of it (its project, labels and signature) stays.
 */
async function scannedElsewhere(
  deps: Deps,
  { organizationId }: Principal,
  project: string | null,
  { image }: RunningContainer,
) {
  if (image.digest === null) return null;
  const known = await imageOfDigest(deps, organizationId, image.digest);
  const isOwn =
    known?.name === image.name &&
    known.tag === image.tag &&
    known.projectName === (project ?? UNASSIGNED_PROJECT);
  return isOwn ? null : known;
}

async function storeImage(
  deps: Deps,
  principal: Principal,
  project: string | null,
  { image }: RunningContainer,
  document: InventoryDocument,
  body: ScanBody,
): Promise<Stored> {
  // The report says better than the document which image it is.
  const { labels = null, repoDigests = [] } = document.subject ?? {};
  const { name, tag, digest } = image;
  const subject = { kind: 'image', name, tag, digest, labels, repoDigests } as const;
  const { image_tag_id, url } = await uploadSbom(
    deps,
    principal,
    { ...document, subject },
    { project: project ?? UNASSIGNED_PROJECT, name: null, tag, digest, labels: {} },
    body,
  );
  return { image_tag_id, url };
}
